// Collections that storh for PHP has written, also after crashes: read through the API.

#include <storh/json.hpp>

#include "integration/support/store_fixture.hpp"
#include "support/php_view.hpp"

#include <set>

namespace storh::test {
namespace {

struct php_tree : store_fixture {
    /// A copy of fixture `name`, and what PHP said about it.
    json::value take(std::string const& name) {
        std::filesystem::copy(fixture_path("storh-0.5.0/" + name + "/root"), directory.path(),
                              std::filesystem::copy_options::recursive);
        return read_json_fixture("storh-0.5.0/" + name + "/expected.json");
    }

    doc_store open_to_read() { return open(store_options().access(access_mode::read_only)); }
};

uuid_v7 id_of(std::string_view text) {
    return uuid_v7::parse(text).value();
}

json::value as_member(json::value const& value) {
    json::object wrapper;
    wrapper["x"] = value;
    return as_php(wrapper);
}

/// The value as PHP prints it, read by the reader that keeps numbers exactly.
json::value expected_data(json::value const& entry) {
    return as_php(parse_document("{\"x\":" + text_of(entry, "data_json") + "}").value());
}

void check_records(doc_store& store, json::array const& expected) {
    for (json::value const& entry : expected) {
        uuid_v7 const id = id_of(text_of(entry, "id"));
        auto const got = wait(store.get(id));
        if (got.error == errc::unsupported_record) {
            BOOST_TEST(text_of(entry, "data_json").starts_with('['));
            continue;
        }
        BOOST_REQUIRE(!got.error.failed());
        BOOST_REQUIRE(got.value.has_value());
        BOOST_TEST(as_member(got.value->data()) == expected_data(entry));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(php_fixtures_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(every_record_of_php_is_read, php_tree) {
    for (std::string const name : {"doc", "doc-reindexed"}) {
        json::value const expected = take(name);
        doc_store store = open_to_read();
        json::array const& records = expected.at("records_in_stream_order").as_array();
        check_records(store, records);
        std::vector<uuid_v7> ids;
        for (json::value const& entry : records) ids.push_back(id_of(text_of(entry, "id")));
        BOOST_TEST((must(store.ids()) == ids));
        store_stats const stats = must(store.stats());
        BOOST_TEST(stats.records == expected.at("stats").at("records").to_number<std::uint64_t>());
        BOOST_TEST(stats.bytes == expected.at("stats").at("bytes").to_number<std::uint64_t>());
        for (json::value const& id : expected.at("absent_ids").as_array()) {
            BOOST_TEST(!must(store.get(id_of(id.as_string()))));
        }
        must(store.close());
        std::filesystem::remove_all(collection());
    }
}

BOOST_FIXTURE_TEST_CASE(what_php_left_after_a_crash_is_read_and_damage_is_told, php_tree) {
    json::value const expected = take("doc-crashed");
    doc_store store = open_to_read();
    check_records(store, expected.at("stream_with_error_handler").at("records").as_array());
    std::size_t damaged = 0;
    for (auto const& [key, entry] : expected.at("get").as_object()) {
        if (entry.as_object().contains("data_json")) continue;
        error_info info;
        uuid_v7 const id = id_of(key);
        BOOST_TEST(wait(store.get(id, get_options().info(info))).error == errc::corrupt_record);
        BOOST_TEST(info.path() == file_of(id).string());
        ++damaged;
    }
    BOOST_TEST(damaged == 3U);
}

BOOST_FIXTURE_TEST_CASE(opening_for_writing_sweeps_what_dead_writers_left, php_tree) {
    take("doc-crashed");
    auto const records = list_files(collection() / "data", ".jsonc");
    BOOST_TEST(!temps().empty());
    doc_store store = open(store_options().drop_php_indexes(true));
    BOOST_TEST(temps().empty());
    BOOST_TEST(tree_of(collection() / ".storh/writers").empty());
    BOOST_TEST((list_files(collection() / "data", ".jsonc") == records));
}

BOOST_FIXTURE_TEST_CASE(php_can_read_what_is_written_into_its_collection, php_tree) {
    json::value const expected = take("doc");
    doc_store store = open(store_options().drop_php_indexes(true));
    for (json::value const& entry : expected.at("records_in_stream_order").as_array()) {
        auto const got = wait(store.get(id_of(text_of(entry, "id"))));
        if (got.error) continue;
        bool const is_canonical = entry.at("canonical_file").as_bool();
        bool const is_empty = got.value->data().empty();
        std::string const before = read_file(file_of(got.value->id()));
        must(store.put(got.value->id(), got.value->data()));
        if (is_canonical && !is_empty) BOOST_TEST(read_file(file_of(got.value->id())) == before);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
