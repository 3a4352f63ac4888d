// What an export writes, and where.

#include "integration/support/child.hpp"
#include "integration/support/jsonl.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <sstream>

namespace storh::test {
namespace {

namespace fs = std::filesystem;
using ids = std::vector<uuid_v7>;

mode_t mode_of(fs::path const& path) {
    struct stat status = {};
    BOOST_REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

bool is_system_error(error_code error, int number) {
    return error == error_code(number, boost::system::system_category());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(export_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(every_record_is_a_line_in_the_order_of_the_ids, jsonl_fixture) {
    ids const placed = place_many(600);
    doc_store store = open();
    BOOST_TEST(must(store.export_jsonl(target())) == 600U);
    BOOST_TEST(exported() == lines_of(placed));
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(records_that_php_has_written_are_written_as_php_does, jsonl_fixture) {
    fs::copy(fixture_path("storh-0.5.0/doc/root"), directory.path(),
             fs::copy_options::recursive | fs::copy_options::skip_existing);
    doc_store store = open(store_options().access(access_mode::read_only));
    BOOST_TEST(must(store.export_jsonl(target())) == 59U);
    std::istringstream mine(exported());
    std::istringstream golden(read_fixture("storh-0.5.0/doc/expected-export.jsonl"));
    unsigned equal = 0;
    std::string expected;
    for (std::string line; std::getline(mine, line) && std::getline(golden, expected);) {
        equal += line == expected ? 1 : 0;
        // Only what is empty may differ: an object and a list are one to PHP.
        if (line != expected) BOOST_TEST(line.find("{}") != std::string::npos, line);
        BOOST_TEST(line.size() == expected.size());
    }
    BOOST_TEST(equal > 50U);
}

BOOST_FIXTURE_TEST_CASE(what_was_exported_can_be_imported, jsonl_fixture) {
    (void)place_many(300);
    doc_store store = open();
    must(store.export_jsonl(target()));
    std::string const text = exported();
    doc_store other = must(doc_store::open(*on, root(), "other"));
    BOOST_TEST(must(other.import_jsonl(target())).records == 300U);
    must(other.export_jsonl(target()));
    BOOST_TEST(exported() == text);
}

BOOST_FIXTURE_TEST_CASE(a_query_says_which_records_and_in_which_order, jsonl_fixture) {
    ids placed = place_many(50);
    doc_store store = open();
    auto const query = record_query().after(placed[40]).reverse().limit(7);
    BOOST_TEST(must(store.export_jsonl(target(), export_options().query(query))) == 7U);
    std::reverse(placed.begin(), placed.end());
    BOOST_TEST(exported() == lines_of(ids(placed.begin() + 10, placed.begin() + 17)));
}

BOOST_FIXTURE_TEST_CASE(nothing_to_export_makes_an_empty_file, jsonl_fixture) {
    write_target("old\n");
    doc_store store = open();
    BOOST_TEST(must(store.export_jsonl(target())) == 0U);
    BOOST_TEST(exported().empty());
    BOOST_TEST(!fs::exists(collection()));
}

BOOST_FIXTURE_TEST_CASE(lines_longer_than_what_is_written_at_once_are_whole, jsonl_fixture) {
    doc_store store = open();
    ids placed;
    for (unsigned n = 0; n < 12; ++n) {
        placed.push_back(id_at(1'700'000'000'000 + n, n));
        std::string const text(n % 3 == 0 ? 3U << 20 : 300'000, static_cast<char>('a' + n));
        place(placed.back(), text_of_record(placed.back(), "{\"text\":\"" + text + "\"}"));
    }
    BOOST_TEST(must(store.export_jsonl(target())) == 12U);
    BOOST_TEST((exported() == lines_of(placed)));
}

BOOST_FIXTURE_TEST_CASE(a_damaged_record_stops_the_export_and_the_old_file_stays, jsonl_fixture) {
    ids const placed = place_many(500);
    place(placed[300], "{");
    write_target("old\n");
    doc_store store = open();
    error_info info;
    auto const result = wait(store.export_jsonl(target(), export_options().info(info)));
    BOOST_TEST(result.error == errc::corrupt_record);
    BOOST_TEST(result.value == 0U);
    BOOST_TEST(info.path() == file_of(placed[300]).string());
    BOOST_TEST(exported() == "old\n");
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_damaged_record_may_be_passed_over, jsonl_fixture) {
    ids placed = place_many(100);
    place(placed[30], "{");
    doc_store store = open();
    auto const query = record_query().on_error(error_policy::skip);
    BOOST_TEST(must(store.export_jsonl(target(), export_options().query(query))) == 99U);
    placed.erase(placed.begin() + 30);
    BOOST_TEST(exported() == lines_of(placed));
}

BOOST_FIXTURE_TEST_CASE(progress_counts_records_of_those_that_were_listed, jsonl_fixture) {
    ids const placed = place_many(200);
    place(placed[30], "{");
    doc_store store = open();
    auto const counts = std::make_shared<progress>();
    auto const query = record_query().on_error(error_policy::skip);
    must(store.export_jsonl(target(), export_options().query(query).report_to(counts)));
    BOOST_TEST(counts->records() == 199U);
    BOOST_TEST(counts->done() == 199U);
    BOOST_TEST(counts->total() == 200U);
    auto const few = std::make_shared<progress>();
    must(store.export_jsonl(target(),
                            export_options().query(record_query().limit(3)).report_to(few)));
    BOOST_TEST(few->total() == 3U);
}

BOOST_FIXTURE_TEST_CASE(the_new_file_has_the_permissions_of_the_old_one, jsonl_fixture) {
    (void)place_many(3);
    doc_store store = open();
    for (mode_t const mode : {0600U, 0644U, 0440U, 0751U}) {
        write_target("old\n");
        BOOST_REQUIRE(::chmod(target().c_str(), mode) == 0);
        must(store.export_jsonl(target()));
        BOOST_TEST(mode_of(target()) == mode);
        fs::remove(target());
    }
    mode_t const mask = ::umask(0);
    (void)::umask(mask);
    must(store.export_jsonl(target()));
    BOOST_TEST(mode_of(target()) == (0666U & ~mask));
}

BOOST_FIXTURE_TEST_CASE(a_link_stays_and_what_it_leads_to_is_replaced, jsonl_fixture) {
    ids const placed = place_many(3);
    fs::create_directory(outside() / "deep");
    fs::path const link = outside() / "deep" / "link";
    fs::path const second = outside() / "second";
    fs::create_symlink("../pages.jsonl", link);
    fs::create_symlink("deep/link", second);
    doc_store store = open();
    // First there is nothing at the end of the links, then a file.
    for (int round = 0; round < 2; ++round) {
        must(store.export_jsonl(second.string()));
        BOOST_TEST(fs::is_symlink(link));
        BOOST_TEST(fs::is_symlink(second));
        BOOST_TEST(fs::is_regular_file(fs::symlink_status(target())));
        BOOST_TEST(exported() == lines_of(placed));
        write_target("old\n");
    }
}

BOOST_FIXTURE_TEST_CASE(what_is_no_regular_file_is_not_replaced, jsonl_fixture) {
    (void)place_many(3);
    doc_store store = open();
    std::string const pipe = (outside() / "pipe").string();
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (std::string const& path : {outside().string(), outside().string() + "/", pipe,
                                    std::string("/dev/null"), std::string("."), std::string("/")}) {
        error_info info;
        auto const result = wait(store.export_jsonl(path, export_options().info(info)));
        BOOST_TEST(result.error == errc::not_a_file, path);
        BOOST_TEST(info.path() == path);
    }
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_path_where_no_file_can_be_is_told, jsonl_fixture) {
    (void)place_many(3);
    write_target("old\n");
    fs::create_symlink("loop", outside() / "loop");
    doc_store store = open();
    std::vector<std::pair<std::string, int>> const paths{
        {"", ENOENT},
        {(outside() / "no" / "x").string(), ENOENT},
        {(outside() / "no").string() + "/", ENOENT},
        {target() + "/", ENOTDIR},
        {target() + "/x", ENOTDIR},
        {(outside() / std::string(300, 'x')).string(), ENAMETOOLONG},
        {(outside() / "loop").string(), ELOOP},
        {target() + std::string("\0x", 2), EINVAL},
    };
    for (auto const& [path, number] : paths) {
        error_info info;
        auto const result = wait(store.export_jsonl(path, export_options().info(info)));
        BOOST_TEST(is_system_error(result.error, number), path << ": " << result.error.message());
        BOOST_TEST(info.path() == path);
    }
    BOOST_TEST(exported() == "old\n");
    BOOST_TEST(export_temps().empty());
}

BOOST_AUTO_TEST_CASE(a_relative_path_begins_in_the_working_directory) {
    temp_directory const root;
    child relative([&](int) {
        BOOST_REQUIRE(::chdir(root.path().c_str()) == 0);
        engine on(options_under_test());
        doc_store store = must(doc_store::open(on, "root", "pages"));
        must(store.put(document_of(1)));
        return must(store.export_jsonl("here.jsonl")) == 1U ? 0 : 1;
    });
    BOOST_TEST(relative.wait() == 0);
    BOOST_TEST(fs::file_size(root.path() / "here.jsonl") > 40U);
}

BOOST_FIXTURE_TEST_CASE(a_directory_that_may_not_be_written_is_an_error, jsonl_fixture) {
    (void)place_many(3);
    fs::permissions(directory.path(), fs::perms(0755));
    fs::permissions(outside(), fs::perms(0555));
    on.reset();
    child unprivileged([&](int) {
        drop_privileges();
        engine own(options_under_test());
        doc_store store = must(
            doc_store::open(own, root(), "pages", store_options().access(access_mode::read_only)));
        error_code const error = wait(store.export_jsonl(target())).error;
        return is_system_error(error, EACCES) ? 0 : 1;
    });
    BOOST_TEST(unprivileged.wait() == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
