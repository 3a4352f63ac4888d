// What a store leaves on disk and when: names, bytes, permissions, times, as storh for PHP expects.

#include "integration/support/child.hpp"
#include "integration/support/store_fixture.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <regex>
#include <set>
#include <thread>

namespace storh::test {
namespace {

std::time_t time_of(std::filesystem::path const& path) {
    struct stat status = {};
    BOOST_REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mtime;
}

void set_time(std::filesystem::path const& path, std::time_t seconds) {
    timespec const times[2] = {{seconds, 0}, {seconds, 0}};
    BOOST_REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

mode_t mode_of(std::filesystem::path const& path) {
    struct stat status = {};
    BOOST_REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

/// A umask for one scope.
class umask_guard {
public:
    explicit umask_guard(mode_t mask) : old_(::umask(mask)) {}
    umask_guard(umask_guard const&) = delete;
    umask_guard& operator=(umask_guard const&) = delete;
    ~umask_guard() { (void)::umask(old_); }

private:
    mode_t old_;
};

std::string only_marker(std::filesystem::path const& collection) {
    auto const markers = tree_of(collection / ".storh/writers");
    BOOST_REQUIRE(markers.size() == 1U);
    return markers.begin()->first;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(files_on_disk_suite,
                      *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_record_file_has_exactly_the_bytes_of_the_format, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = uuid_v7::parse("018bcfe5-6800-7001-8000-9e3779b97f4a").value();
    json::object document;
    document["title"] = "H/\xc3\xb6me\n";
    document["n"] = 1.0;
    document["list"] = json::array();
    must(store.put(id, document));
    BOOST_TEST(read_file(collection() / "data/9e/018bcfe5-6800-7001-8000-9e3779b97f4a.jsonc") ==
               "{\"id\":\"018bcfe5-6800-7001-8000-9e3779b97f4a\",\"data\":"
               "{\"title\":\"H/\xc3\xb6me\\n\",\"n\":1.0,\"list\":[]}}\n");
    must(store.put(id, json::object()));
    BOOST_TEST(read_file(file_of(id)).ends_with("\"data\":{}}\n"));
    BOOST_TEST(must(store.get(id))->data().empty());
}

BOOST_FIXTURE_TEST_CASE(nothing_but_these_files_is_made, store_fixture) {
    doc_store store = open();
    record const stored = must(store.put(document_of(1)));
    std::string const bucket = "pages/data/" + stored.id().to_string().substr(24, 2);
    std::set<std::string> const expected{"pages/",
                                         "pages/data/",
                                         bucket + "/",
                                         bucket + "/" + stored.id().to_string() + ".jsonc",
                                         "pages/.storh/",
                                         "pages/.storh/write.lock",
                                         "pages/.storh/writers/",
                                         "pages/.storh/writers/" + only_marker(collection())};
    std::set<std::string> found;
    for (auto const& entry : tree_of(directory.path())) found.insert(entry.first);
    BOOST_TEST((found == expected));
    must(store.close());
    BOOST_TEST(tree_of(directory.path()).size() == expected.size() - 1);
}

BOOST_FIXTURE_TEST_CASE(the_marker_is_there_from_the_first_write_to_close, store_fixture) {
    doc_store first = open();
    must(first.put(document_of(1)));
    std::string const marker = only_marker(collection());
    std::regex const format("([0-9]+)\\.[0-9a-f]{8}");
    std::smatch match;
    BOOST_REQUIRE(std::regex_match(marker, match, format));
    BOOST_TEST(match[1].str() == std::to_string(::getpid()));
    doc_store second = open();
    BOOST_TEST(tree_of(collection() / ".storh/writers").size() == 1U);
    must(second.put(document_of(2)));
    BOOST_TEST(tree_of(collection() / ".storh/writers").size() == 2U);
    must(second.close());
    BOOST_TEST(only_marker(collection()) == marker);
    must(first.close());
    BOOST_TEST(tree_of(collection() / ".storh/writers").empty());
}

BOOST_FIXTURE_TEST_CASE(temps_are_named_after_their_writer_and_lie_in_the_bucket, store_fixture) {
    for (durability const kind : {durability::record, durability::group}) {
        doc_store store = open(store_options().durable(kind));
        must(store.put(document_of(0)));
        std::string const marker = only_marker(collection());
        held_lock lock((collection() / ".storh/write.lock").string());
        burst<record> puts;
        std::set<std::string> buckets;
        for (int n = 0; n < 5; ++n) {
            uuid_v7 const id = uuid_v7::generate();
            buckets.insert("pages/data/" + id.to_string().substr(24, 2));
            puts.add(store.put(id, document_of(n)));
        }
        // Some are written, the others wait behind them for their turn.
        while (temps().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::vector<std::string> const paths = temps();
        std::set<std::string> numbers;
        for (std::string const& path : paths) {
            std::regex const format("(pages/data/..)/\\.(.*)\\.([0-9]+)\\.tmp");
            std::smatch match;
            BOOST_REQUIRE_MESSAGE(std::regex_match(path, match, format), path);
            BOOST_TEST(buckets.contains(match[1].str()));
            BOOST_TEST(match[2].str() == marker);
            numbers.insert(match[3].str());
        }
        BOOST_TEST(numbers.size() == paths.size());
        lock.release();
        BOOST_TEST(count_errors(puts.run(), error_code()) == 5U);
        BOOST_TEST(temps().empty());
    }
}

BOOST_FIXTURE_TEST_CASE(the_lock_file_is_never_replaced_or_written, store_fixture) {
    must(open().put(document_of(1)));
    std::filesystem::path const path = collection() / ".storh/write.lock";
    struct stat before = {};
    BOOST_REQUIRE(::stat(path.c_str(), &before) == 0);
    doc_store store = open();
    must(store.put(document_of(2)));
    must(store.close());
    struct stat after = {};
    BOOST_REQUIRE(::stat(path.c_str(), &after) == 0);
    BOOST_TEST(before.st_ino == after.st_ino);
    BOOST_TEST(after.st_size == 0);
}

BOOST_FIXTURE_TEST_CASE(the_umask_decides_about_permissions, store_fixture) {
    for (mode_t const mask : {0022U, 0U, 0027U}) {
        umask_guard const guard(mask);
        std::string const name = "mask" + std::to_string(mask);
        doc_store store = must(doc_store::open(*on, root(), name));
        must(store.put(document_of(1)));
        for (auto const& entry :
             std::filesystem::recursive_directory_iterator(directory.path() / name)) {
            mode_t const full = entry.is_directory() ? 0777 : 0666;
            BOOST_TEST(mode_of(entry.path()) == (full & ~mask), entry.path());
        }
    }
}

BOOST_FIXTURE_TEST_CASE(a_file_of_equal_size_gets_a_later_second, store_fixture) {
    for (durability const kind : {durability::record, durability::group}) {
        doc_store store = open(store_options().durable(kind));
        uuid_v7 const id = must(store.put(document_of(0))).id();
        for (int n = 1; n < 5; ++n) {
            std::time_t const before = time_of(file_of(id));
            must(store.put(id, document_of(n)));
            BOOST_TEST(time_of(file_of(id)) > before);
        }
        std::time_t const future = std::time(nullptr) + 1000;
        set_time(file_of(id), future);
        must(store.put(id, document_of(5)));
        BOOST_TEST(time_of(file_of(id)) == future + 1);
        must(store.patch(id, document_of(6)));
        BOOST_TEST(time_of(file_of(id)) == future + 2);
    }
}

BOOST_FIXTURE_TEST_CASE(a_file_of_another_size_or_an_old_one_keeps_the_real_time, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(1))).id();
    set_time(file_of(id), std::time(nullptr) + 1000);
    must(store.put(id, document_of(10)));
    BOOST_TEST(time_of(file_of(id)) <= std::time(nullptr));
    set_time(file_of(id), 1000);
    must(store.put(id, document_of(11)));
    BOOST_TEST(time_of(file_of(id)) >= std::time(nullptr) - 60);
}

BOOST_FIXTURE_TEST_CASE(puts_of_equal_size_in_one_burst_end_with_the_right_bytes, store_fixture) {
    doc_store store = open(store_options().durable(durability::group));
    uuid_v7 const id = must(store.put(document_of(0))).id();
    std::time_t const before = time_of(file_of(id));
    burst<record> puts;
    for (int n = 1; n < 10; ++n) puts.add(store.put(id, document_of(n)));
    BOOST_TEST(count_errors(puts.run(), error_code()) == 9U);
    BOOST_TEST(must(store.get(id))->data() == document_of(9));
    BOOST_TEST(time_of(file_of(id)) > before);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
