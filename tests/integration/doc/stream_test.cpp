// What a stream gives: which records, and in which order.

#include "integration/support/stream.hpp"

#include <algorithm>
#include <cstdlib>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

ids backwards(ids const& forwards) {
    return ids(forwards.rbegin(), forwards.rend());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_missing_collection_is_an_empty_stream, stream_fixture) {
    doc_store store = open();
    BOOST_TEST(stream_ids(store).empty());
    BOOST_TEST(stream_ids(store, record_query().reverse()).empty());
    BOOST_TEST(!std::filesystem::exists(collection()));
    uuid_v7 const id = must(store.put(document_of(1))).id();
    BOOST_TEST((stream_ids(store) == ids{id}));
}

BOOST_FIXTURE_TEST_CASE(a_collection_without_data_is_an_empty_stream, stream_fixture) {
    std::filesystem::create_directories(collection());
    doc_store store = open();
    BOOST_TEST(stream_ids(store).empty());
}

BOOST_FIXTURE_TEST_CASE(a_collection_with_empty_buckets_is_an_empty_stream, stream_fixture) {
    std::filesystem::create_directories(collection() / "data/00");
    std::filesystem::create_directories(collection() / "data/ff");
    doc_store store = open();
    BOOST_TEST(stream_ids(store).empty());
}

BOOST_FIXTURE_TEST_CASE(records_come_in_id_order_over_all_buckets, stream_fixture) {
    ids const placed = place_many(1000);
    doc_store store = open();
    record_stream rows = store.stream();
    std::vector<record> const found = drain(rows);
    BOOST_TEST((ids_of(found) == placed));
    for (record const& one : found) {
        auto const present = must(store.get(one.id()));
        BOOST_REQUIRE(present.has_value());
        BOOST_REQUIRE(one.data() == present->data());
        BOOST_REQUIRE((one.tag() == present->tag()));
    }
    BOOST_TEST((stream_ids(store, record_query().reverse()) == backwards(placed)));
    BOOST_TEST(rows.skipped_count() == 0U);
}

BOOST_FIXTURE_TEST_CASE(ids_of_one_millisecond_come_in_order, stream_fixture) {
    ids placed;
    for (unsigned n = 0; n < 300; ++n) placed.push_back(id_at(1000, n * 91, n % 7));
    for (uuid_v7 const& id : placed) place_number(id, 1);
    std::ranges::sort(placed);
    placed.erase(std::unique(placed.begin(), placed.end()), placed.end());
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    BOOST_TEST((stream_ids(store, record_query().since(1000).until(1000)) == placed));
    BOOST_TEST(stream_ids(store, record_query().since(1001)).empty());
    BOOST_TEST(stream_ids(store, record_query().until(999)).empty());
}

// 5,000; 300,000 if the environment variable STORH_TEST_LARGE is set, which takes a minute.
BOOST_FIXTURE_TEST_CASE(many_records_of_one_bucket_come_in_order, stream_fixture) {
    unsigned const count = std::getenv("STORH_TEST_LARGE") != nullptr ? 300'000 : 5'000;
    ids placed;
    for (unsigned n = 0; n < count; ++n) {
        placed.push_back(id_at(1000 + n * std::int64_t{7919} % count, 0x5a, n));
    }
    for (uuid_v7 const& id : placed) place_number(id, 1);
    std::ranges::sort(placed);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    BOOST_TEST((stream_ids(store, record_query().reverse()) == backwards(placed)));
}

BOOST_FIXTURE_TEST_CASE(the_last_id_of_a_page_is_the_cursor_of_the_next, stream_fixture) {
    ids const placed = place_many(333);
    doc_store store = open();
    for (bool const is_reverse : {false, true}) {
        ids all;
        for (std::optional<uuid_v7> last;;) {
            record_query page = record_query().limit(10).reverse(is_reverse);
            if (last) page.after(*last);
            ids const found = stream_ids(store, page);
            if (found.empty()) break;
            BOOST_TEST(found.size() <= 10U);
            all.insert(all.end(), found.begin(), found.end());
            last = found.back();
            // The cursor need not exist.
            std::filesystem::remove(file_of(*last));
        }
        BOOST_TEST((all == (is_reverse ? backwards(placed) : placed)));
        for (uuid_v7 const& id : placed) place_number(id, 1);
    }
}

BOOST_FIXTURE_TEST_CASE(what_is_no_record_file_is_not_streamed, stream_fixture) {
    uuid_v7 const id = id_at(1000, 0xab, 0xcdef);
    place_number(id, 1);
    std::filesystem::path const bucket = file_of(id).parent_path();
    std::string const other = id_at(1001, 0xab, 0xcdef).to_string();
    std::string upper = other;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string const text = text_of_record(id_at(1001, 0xab, 0xcdef), "{}");
    std::vector<std::string> const names{
        upper + ".jsonc",        upper + ".JSONC",  other,
        other + ".json",         other + ".jsonc~", other + ".jsonc.tmp",
        ".1234.0f0f0f0f.17.tmp", "notes.jsonc",     "README"};
    for (std::string const& name : names) {
        write_file(bucket / name, text);
    }
    // A record in a wrong bucket, and buckets that are none.
    write_file(collection() / "data/ac" / (other + ".jsonc"), text);
    write_file(collection() / "data/AB" / (other + ".jsonc"), text);
    write_file(collection() / "data/abc" / (other + ".jsonc"), text);
    write_file(collection() / "data" / (other + ".jsonc"), text);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == ids{id}));
}

BOOST_FIXTURE_TEST_CASE(large_records_are_streamed_whole, stream_fixture) {
    doc_store store = open();
    std::vector<std::size_t> const sizes{10,   4000, 4010,     4030,     4096,
                                         4097, 8192, 200000,   1U << 20, 3U << 20,
                                         5,    4020, 1U << 20, 70000,    0};
    for (unsigned n = 0; n < sizes.size(); ++n) {
        json::object document;
        document["text"] = std::string(sizes[n], static_cast<char>('a' + n));
        must(store.put(id_at(1000 + n, n * 17), std::move(document)));
    }
    record_stream rows = store.stream();
    std::vector<record> const found = drain(rows);
    BOOST_REQUIRE(found.size() == sizes.size());
    for (unsigned n = 0; n < sizes.size(); ++n) {
        json::string const text(sizes[n], static_cast<char>('a' + n));
        BOOST_TEST((found[n].data().at("text") == text), "number " << n);
    }
}

BOOST_FIXTURE_TEST_CASE(where_equal_selects_by_type_and_value, stream_fixture) {
    char const* const documents[] = {R"({"a":1,"b":"x"})",    R"({"a":1.0,"b":"x"})",
                                     R"({"a":"1","b":"x"})",  R"({"b":"x"})",
                                     R"({"a":null,"b":"y"})", R"({"a":1,"b":"y"})",
                                     R"({"a":{},"b":"x"})",   R"({"a":[],"b":"x"})"};
    ids placed;
    for (unsigned n = 0; n < 400; ++n) {
        placed.push_back(id_at(1000 + n, n * 41));
        place(placed.back(), text_of_record(placed.back(), documents[n % 8]));
    }
    doc_store store = open();
    auto const expect = [&](record_query const& query, std::vector<unsigned> const& kinds) {
        ids expected;
        for (unsigned n = 0; n < placed.size(); ++n) {
            if (std::ranges::count(kinds, n % 8) > 0) expected.push_back(placed[n]);
        }
        BOOST_TEST((stream_ids(store, query) == expected));
        record_query upside = query;
        BOOST_TEST((stream_ids(store, upside.reverse()) == backwards(expected)));
        expected.resize(std::min<std::size_t>(expected.size(), 7));
        BOOST_TEST((stream_ids(store, record_query(query).limit(7)) == expected));
    };
    expect(record_query().where_equal("a", 1), {0, 5});
    expect(record_query().where_equal("a", 1.0), {1});
    expect(record_query().where_equal("a", "1"), {2});
    expect(record_query().where_equal("a", nullptr), {4});
    expect(record_query().where_equal("a", json::object()), {6, 7});
    expect(record_query().where_equal("a", 1).where_equal("b", "y"), {5});
    expect(record_query().where_equal("a", 1).where_equal("a", 1.0), {});
    expect(record_query().where_equal("missing", nullptr), {});
}

BOOST_FIXTURE_TEST_CASE(a_limit_may_be_nothing_or_beyond_all, stream_fixture) {
    ids const placed = place_many(300);
    doc_store store = open();
    BOOST_TEST(stream_ids(store, record_query().limit(0)).empty());
    for (std::uint64_t const limit :
         {std::uint64_t{1}, std::uint64_t{255}, std::uint64_t{256}, std::uint64_t{257},
          std::uint64_t{299}, std::uint64_t{300}, std::uint64_t{301}, UINT64_MAX}) {
        ids expected = placed;
        expected.resize(std::min<std::uint64_t>(limit, placed.size()));
        BOOST_TEST((stream_ids(store, record_query().limit(limit)) == expected));
    }
}

BOOST_FIXTURE_TEST_CASE(two_streams_at_once_do_not_disturb_each_other, stream_fixture) {
    ids const placed = place_many(1500);
    doc_store store = open();
    record_stream up = store.stream();
    record_stream down = store.stream(record_query().reverse());
    ids upwards;
    ids downwards;
    for (std::size_t step = 1; upwards.size() < placed.size() || downwards.size() < placed.size();
         step = step % 97 + 13) {
        for (uuid_v7 const& id : ids_of(take(up, step))) upwards.push_back(id);
        for (uuid_v7 const& id : ids_of(take(down, 110 - step))) downwards.push_back(id);
    }
    BOOST_TEST((upwards == placed));
    BOOST_TEST((downwards == backwards(placed)));
}

BOOST_FIXTURE_TEST_CASE(many_streams_may_be_asked_side_by_side, stream_fixture) {
    ids const placed = place_many(600);
    doc_store store = open();
    std::vector<record_stream> all;
    for (int n = 0; n < 20; ++n) all.push_back(store.stream(record_query().reverse(n % 2 == 1)));
    for (std::size_t step = 0; step <= placed.size(); ++step) {
        burst<std::optional<record>> nexts;
        for (record_stream& one : all) nexts.add(one.next());
        auto const found = nexts.run();
        for (std::size_t n = 0; n < all.size(); ++n) {
            BOOST_REQUIRE(found[n].value.has_value() == (step < placed.size()));
            if (step == placed.size()) continue;
            std::size_t const place = n % 2 == 1 ? placed.size() - 1 - step : step;
            BOOST_REQUIRE((found[n].value->id() == placed[place]));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
