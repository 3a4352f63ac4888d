// What an import takes, what it refuses, and what it tells.

#include "integration/support/jsonl.hpp"

#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <sstream>

namespace storh::test {
namespace {

namespace fs = std::filesystem;

/// What an import completed with, and what it said about a failure.
struct imported {
    error_code error;
    import_report report;
    error_info info;
};

imported import(doc_store& store, std::string path, import_options options = import_options()) {
    imported seen;
    auto result = wait(store.import_jsonl(std::move(path), options.info(seen.info)));
    seen.error = result.error;
    seen.report = result.value;
    return seen;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(import_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(every_line_becomes_a_durable_record, jsonl_fixture) {
    doc_store store = open();
    std::string const text = numbered_lines(3000);
    import_report const report = must(store.import_jsonl(write_target(text)));
    BOOST_TEST(report.records == 3000U);
    BOOST_TEST(report.bad_lines == 0U);
    must(store.export_jsonl(target()));
    BOOST_TEST((exported() == text));
}

BOOST_FIXTURE_TEST_CASE(a_record_is_stored_as_its_line_is, jsonl_fixture) {
    uuid_v7 const id = id_at(1'700'000'000'000, 1);
    std::string const line = R"({ "id" : ")" + id.to_string() + R"(" , "data":{"a":1.50,"a" :2} })";
    doc_store store = open();
    must(store.import_jsonl(write_target(line + "\r\n")));
    BOOST_TEST(read_file(file_of(id)) == line + "\n");
}

BOOST_FIXTURE_TEST_CASE(blank_lines_and_a_missing_last_line_feed_are_fine, jsonl_fixture) {
    doc_store store = open();
    import_report const report =
        must(store.import_jsonl(write_target("\n{\"n\":1}\r\n \t\r\n\n{\"n\":2}\n{\"n\":3}")));
    BOOST_TEST(report.records == 3U);
    BOOST_TEST(report.bad_lines == 0U);
    BOOST_TEST(must(store.ids()).size() == 3U);
}

BOOST_FIXTURE_TEST_CASE(nothing_to_import_makes_nothing, jsonl_fixture) {
    doc_store store = open();
    BOOST_TEST(must(store.import_jsonl(write_target(""))).records == 0U);
    BOOST_TEST(must(store.import_jsonl("/dev/null")).records == 0U);
    BOOST_TEST(!fs::exists(collection()));
}

BOOST_FIXTURE_TEST_CASE(lines_that_php_takes_as_records_are_stored_as_php_does, jsonl_fixture) {
    std::string const folder = "storh-0.5.0/vectors/jsonl-import/";
    json::value const golden = read_json_fixture(folder + "expected.json");
    doc_store store = open();
    auto const options = import_options().on_bad_line(bad_line_policy::skip);
    import_report const report =
        must(store.import_jsonl(fixture_path(folder + "input.jsonl").string(), options));
    // An empty list is no row here.
    BOOST_TEST(report.bad_lines == 1U);
    std::set<std::string> generated;
    for (json::value const& id : golden.at("generated_ids_in_order").as_array()) {
        generated.emplace(id.as_string());
    }
    for (json::value const& entry : golden.at("records").as_array()) {
        std::string const text = text_of(entry, "id");
        fs::path const file = file_of(uuid_v7::parse(text).value());
        // Others are documents to us, with ids of their own.
        if (generated.contains(text) || !fs::exists(file)) continue;
        BOOST_TEST(read_file(file) == text_of(entry, "file"));
    }
}

BOOST_FIXTURE_TEST_CASE(a_bad_line_stops_it_when_the_lines_before_are_durable, jsonl_fixture) {
    doc_store store = open();
    write_target(numbered_lines(16) + "\n{\"n\":\n" + numbered_lines(40, 16));
    imported const seen = import(store, target());
    BOOST_TEST(seen.error == errc::invalid_json);
    BOOST_TEST(seen.report.records == 16U);
    BOOST_TEST(seen.report.bad_lines == 1U);
    BOOST_TEST(seen.info.path() == target());
    BOOST_TEST(seen.info.line() == 18U);
    BOOST_TEST(seen.info.offset().has_value());
    BOOST_TEST(must(store.ids()).size() == 16U);
}

BOOST_FIXTURE_TEST_CASE(every_kind_of_bad_line_is_told_by_its_error, jsonl_fixture) {
    doc_store store = open(store_options().record_bytes_max(100'000));
    std::string const id = uuid_v7::generate().to_string();
    std::vector<std::pair<std::string, errc>> const bad{
        {"nonsense", errc::invalid_json},
        {"[1]", errc::invalid_row},
        {"{\"id\":\"x\",\"data\":{}}", errc::invalid_id},
        {"{\"id\":\"" + id + "\",\"data\":[1]}", errc::unsupported_record},
        {"{\"a\":\"" + std::string(110'000, 'x') + "\"}", errc::record_too_large},
        {"{\"a\":\"" + std::string(500'000, 'x') + "\"}", errc::record_too_large},
    };
    for (auto const& [line, code] : bad) {
        imported const seen = import(store, write_target("{}\n" + line + "\n{}\n"));
        BOOST_TEST(seen.error == code);
        BOOST_TEST(seen.info.line() == 2U);
        BOOST_TEST(seen.report.records == 1U);
    }
    BOOST_TEST(must(store.ids()).size() == bad.size());
}

BOOST_FIXTURE_TEST_CASE(bad_lines_may_be_passed_over_and_each_is_told, jsonl_fixture) {
    doc_store store = open(store_options().record_bytes_max(1000));
    std::string text;
    for (int n = 0; n < 20; ++n) {
        text += "bad\n{\"n\":1}\n" + std::string(n == 7 ? 200'000 : 0, 'x') + "\n";
    }
    std::vector<std::uint64_t> lines;
    std::size_t named = 0;
    auto const options = import_options()
                             .on_bad_line(bad_line_policy::skip)
                             .bad_line([&](error_code error, error_info const& info) {
                                 BOOST_TEST(error.failed());
                                 lines.push_back(info.line());
                                 named += info.path() == target() ? 1 : 0;
                             });
    imported const seen = import(store, write_target(text), options);
    BOOST_TEST(!seen.error);
    BOOST_TEST(seen.report.records == 20U);
    BOOST_TEST(seen.report.bad_lines == 21U);
    BOOST_TEST(lines.size() == 21U);
    BOOST_TEST(named == 21U);
    BOOST_TEST(lines[0] == 1U);
    BOOST_TEST(lines[1] == 4U);
    BOOST_TEST(lines[8] == 24U);  // the one that is too long
}

BOOST_FIXTURE_TEST_CASE(durable_ids_are_told_once_and_only_when_they_are_there, jsonl_fixture) {
    doc_store store = open();
    std::vector<uuid_v7> told;
    std::size_t absent = 0;
    std::atomic<bool> is_inside = false;
    auto const writes = inserter_options().in_flight(50).on_durable([&](auto ids) {
        BOOST_TEST(!is_inside.exchange(true));
        for (uuid_v7 const& id : ids) absent += fs::exists(file_of(id)) ? 0 : 1;
        told.insert(told.end(), ids.begin(), ids.end());
        is_inside = false;
    });
    write_target(numbered_lines(1500) + "bad\n");
    imported const seen = import(store, target(), import_options().writes(writes));
    BOOST_TEST(seen.error == errc::invalid_json);
    BOOST_TEST(seen.report.records == 1500U);
    // All have been told at completion.
    BOOST_TEST(absent == 0U);
    std::ranges::sort(told);
    BOOST_TEST((told == must(store.ids())));
}

BOOST_FIXTURE_TEST_CASE(progress_counts_durable_records_and_bytes, jsonl_fixture) {
    doc_store store = open();
    std::string const text = numbered_lines(500) + "bad\n";
    auto const counts = std::make_shared<progress>();
    auto const options = import_options().on_bad_line(bad_line_policy::skip).report_to(counts);
    must(store.import_jsonl(write_target(text), options));
    BOOST_TEST(counts->records() == 500U);
    BOOST_TEST(counts->done() == text.size());
    BOOST_TEST(counts->total() == text.size());
}

BOOST_FIXTURE_TEST_CASE(the_last_line_of_an_id_wins, jsonl_fixture) {
    doc_store store = open();
    uuid_v7 const id = id_at(1'700'000'000'000, 9);
    std::string text;
    for (int n = 0; n < 50; ++n) text += text_of_record(id, "{\"n\":" + std::to_string(n) + "}");
    BOOST_TEST(must(store.import_jsonl(write_target(text))).records == 50U);
    BOOST_TEST((must(store.get(id))->data() == document_of(49)));
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_read_is_told_and_nothing_is_made, jsonl_fixture) {
    write_target("{}\n");
    doc_store store = open();
    std::vector<std::pair<std::string, int>> const paths{
        {"", ENOENT},
        {(outside() / "absent").string(), ENOENT},
        {target() + "/x", ENOTDIR},
        {outside().string(), EISDIR},
        {"/dev/fd/987654", EBADF},
        {target() + std::string("\0x", 2), EINVAL},
    };
    for (auto const& [path, number] : paths) {
        imported const seen = import(store, path);
        BOOST_TEST((seen.error == error_code(number, boost::system::system_category())), path);
        BOOST_TEST(seen.info.path() == path);
        BOOST_TEST(seen.info.line() == 0U);
    }
    BOOST_TEST(!fs::exists(collection()));
}

BOOST_FIXTURE_TEST_CASE(a_read_only_store_takes_nothing, jsonl_fixture) {
    (void)place_many(1);
    doc_store store = open(store_options().access(access_mode::read_only));
    imported const seen = import(store, write_target("{}\n"));
    BOOST_TEST(seen.error == boost::system::errc::read_only_file_system);
    BOOST_TEST(seen.report.records == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_write_that_fails_is_told_with_its_line, jsonl_fixture) {
    doc_store store = open();
    // A file where line 3 needs its bucket.
    write_file(collection() / "data" / "05", "in the way");
    std::string text = numbered_lines(1) + "\n" +
                       text_of_record(id_at(1'700'000'000'001, 5), "{\"n\":1}") +
                       numbered_lines(2000, 10);
    // The numbers that belong there too must not hide it.
    auto const options = import_options().writes(inserter_options().in_flight(1));
    imported const seen = import(store, write_target(text), options);
    BOOST_TEST(seen.error.failed());
    BOOST_TEST(seen.info.path() == target());
    BOOST_TEST(seen.info.line() == 3U);
    BOOST_TEST(seen.info.detail().find("data/05") != std::string::npos, seen.info.detail());
    BOOST_TEST(seen.report.records < 2000U);
    BOOST_TEST(seen.report.bad_lines == 0U);
    BOOST_TEST(list_files(collection(), ".jsonc").size() == seen.report.records);
}

BOOST_FIXTURE_TEST_CASE(imports_may_run_side_by_side, jsonl_fixture) {
    doc_store store = open();
    burst<import_report> imports;
    for (unsigned n = 0; n < 4; ++n) {
        std::string const path = (outside() / std::to_string(n)).string();
        write_file(path, numbered_lines(300, 300 * n));
        imports.add(store.import_jsonl(path));
    }
    BOOST_TEST(count_errors(imports.run(), error_code()) == 4U);
    must(store.export_jsonl(target()));
    BOOST_TEST((exported() == numbered_lines(1200)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
