// put_many, get_many, ids and stats.

#include "integration/support/store_fixture.hpp"

#include <algorithm>
#include <string>

namespace storh::test {
namespace {

json::object document_of_size(std::size_t bytes) {
    json::object document;
    document["text"] = std::string(bytes, 'x');
    return document;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(many_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(every_row_is_stored_and_told, store_fixture) {
    doc_store store = open();
    std::vector<put_row> rows;
    for (int n = 0; n < 1000; ++n) rows.emplace_back(document_of(n));
    std::vector<put_result> const results = must(store.put_many(rows));
    BOOST_REQUIRE(results.size() == rows.size());
    std::vector<uuid_v7> ids;
    for (put_result const& one : results) {
        BOOST_TEST(!one.error.failed());
        ids.push_back(one.id);
    }
    auto const records = must(store.get_many(ids));
    for (std::size_t n = 0; n < rows.size(); ++n) {
        BOOST_TEST(records[n]->data() == rows[n].data);
        BOOST_TEST(records[n]->tag() == results[n].tag);
    }
}

BOOST_FIXTURE_TEST_CASE(bad_rows_fail_alone, store_fixture) {
    doc_store store = open(store_options().record_bytes_max(5000));
    json::object bad;
    bad["a"] = "\xff";
    std::vector<put_row> rows;
    for (int n = 0; n < 20; ++n) rows.emplace_back(document_of(n));
    rows[3].data = bad;
    rows[7].id = uuid_v7();
    rows[11].data = document_of_size(6000);
    auto const many = wait(store.put_many(rows));
    BOOST_TEST(many.error == errc::invalid_json);
    BOOST_REQUIRE(many.value.size() == 20U);
    BOOST_TEST(many.value[3].error == errc::invalid_json);
    BOOST_TEST(many.value[7].error == errc::invalid_id);
    BOOST_TEST(many.value[11].error == errc::record_too_large);
    BOOST_TEST(must(store.ids()).size() == 17U);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(only_bad_rows_and_no_rows_complete_too, store_fixture) {
    doc_store store = open();
    BOOST_TEST(must(store.put_many({})).empty());
    json::object bad;
    bad["a"] = "\xff";
    auto const many = wait(store.put_many(std::vector<put_row>(5000, put_row(bad))));
    BOOST_TEST(many.error == errc::invalid_json);
    BOOST_TEST(many.value.size() == 5000U);
    BOOST_TEST(tree_of(directory.path()).empty());
    BOOST_TEST(must(store.get_many({})).empty());
}

BOOST_FIXTURE_TEST_CASE(rows_of_one_id_are_stored_in_order, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = uuid_v7::generate();
    std::vector<put_row> rows;
    for (int n = 0; n < 200; ++n) rows.emplace_back(id, document_of(n));
    must(store.put_many(std::move(rows)));
    BOOST_TEST(must(store.get(id))->data() == document_of(199));
}

BOOST_FIXTURE_TEST_CASE(more_rows_than_the_window_are_stored, store_fixture) {
    doc_store store = open();
    std::size_t const count = 4500;
    must(store.put_many(std::vector<put_row>(count, put_row(document_of(1)))));
    BOOST_TEST(must(store.stats()).records == count);
}

BOOST_FIXTURE_TEST_CASE(large_records_come_back_whole, store_fixture) {
    doc_store store = open();
    // Around the first read's length, which is one page, and beyond a megabyte.
    std::size_t const frame = std::string("{\"id\":\"\",\"data\":{\"text\":\"\"}}\n").size() + 36;
    std::vector<uuid_v7> ids;
    std::vector<std::size_t> const sizes{4095 - frame,     4096 - frame, 4097 - frame,
                                         8192 - frame,     100000,       (1U << 20) - frame,
                                         (1U << 20) + 100, 5U << 20};
    for (std::size_t const size : sizes)
        ids.push_back(must(store.put(document_of_size(size))).id());
    auto const records = must(store.get_many(ids));
    for (std::size_t n = 0; n < ids.size(); ++n) {
        BOOST_TEST((records[n]->data() == document_of_size(sizes[n])), sizes[n]);
        BOOST_TEST((must(store.get(ids[n]))->data() == document_of_size(sizes[n])), sizes[n]);
        BOOST_TEST(must(store.get(ids[n]))->tag() == records[n]->tag());
    }
}

BOOST_FIXTURE_TEST_CASE(readable_records_come_with_the_first_error_in_order, store_fixture) {
    doc_store store = open();
    std::vector<uuid_v7> ids;
    for (int n = 0; n < 300; ++n) ids.push_back(must(store.put(document_of(n))).id());
    ids[50] = uuid_v7::generate();
    place(ids[100], "garbage");
    place(ids[200], "");
    for (unsigned const window : {1U, 7U, 1024U}) {
        error_info info;
        auto const many = wait(store.get_many(ids, get_options().in_flight(window).info(info)));
        BOOST_TEST(many.error == errc::corrupt_record);
        BOOST_TEST(info.path() == file_of(ids[100]).string());
        BOOST_TEST((info.id() == ids[100]));
        BOOST_REQUIRE(many.value.size() == ids.size());
        std::size_t const read = static_cast<std::size_t>(
            std::ranges::count_if(many.value, [](auto const& one) { return one.has_value(); }));
        BOOST_TEST(read == 297U);
        BOOST_TEST((!many.value[50] && !many.value[100] && !many.value[200]));
        BOOST_TEST(many.value[299]->data() == document_of(299));
    }
}

BOOST_FIXTURE_TEST_CASE(ids_come_in_order_and_strange_files_are_passed_over, store_fixture) {
    doc_store store = open();
    std::vector<uuid_v7> expected;
    std::vector<put_row> rows(500, put_row(document_of(1)));
    for (put_result const& one : must(store.put_many(rows))) expected.push_back(one.id);
    std::ranges::sort(expected);
    std::filesystem::path const bucket = file_of(expected[0]).parent_path();
    std::string const other = uuid_v7::generate().to_string();
    write_file(bucket / ".1.00000000.1.tmp", "{}");
    write_file(bucket / "notes.txt", "{}");
    write_file(bucket / "018BCFE5-6800-7001-8000-9E3779B97F4A.jsonc", "{}");
    write_file(collection() / "data/notes.jsonc", "{}");
    write_file(collection() / "data/zz" / (other + ".jsonc"), "{}");
    BOOST_TEST((must(store.ids()) == expected));
}

BOOST_FIXTURE_TEST_CASE(stats_count_records_and_bytes, store_fixture) {
    doc_store store = open(store_options().durable(durability::group));
    std::vector<put_row> rows(100, put_row(document_of(1)));
    must(store.put_many(rows));
    std::uint64_t bytes = 0;
    for (auto const& path : list_files(collection() / "data", ".jsonc")) {
        bytes += std::filesystem::file_size(path);
    }
    store_stats const stats = must(store.stats());
    BOOST_TEST(stats.records == 100U);
    BOOST_TEST(stats.bytes == bytes);
    BOOST_TEST(stats.generations > 0U);
}

// More rows than the window: the later ones are taken by whichever ring has just finished one.
BOOST_FIXTURE_TEST_CASE(rows_of_one_id_take_effect_in_their_order_beyond_the_window,
                        store_fixture) {
    doc_store store = open();
    std::vector<put_row> rows(4096);
    std::vector<uuid_v7> ids;
    for (int pair = 0; pair < 1500; ++pair) {
        uuid_v7 const id = ids.emplace_back(uuid_v7::generate());
        json::object slow_to_encode = document_of(1);
        slow_to_encode["text"] = std::string(20000, 'x');
        rows.emplace_back(id, std::move(slow_to_encode));
        rows.emplace_back(id, document_of(2));
    }
    must(store.put_many(std::move(rows)));
    for (auto const& found : must(store.get_many(ids))) BOOST_TEST(found->data().at("n") == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
