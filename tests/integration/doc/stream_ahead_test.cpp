// How far a stream reads ahead of its consumer.

#include "integration/support/stream.hpp"

#include <chrono>
#include <thread>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

/// The operations of the engine, when it has come to rest.
std::uint64_t settled_operations(engine const& on) {
    std::uint64_t seen = on.stats().operations;
    for (int quiet = 0; quiet < 5;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(is_sanitized() ? 40 : 10));
        std::uint64_t const now = on.stats().operations;
        quiet = now == seen ? quiet + 1 : 0;
        seen = now;
    }
    return seen;
}

constexpr std::uint64_t listing_operations = 32;  // one for eight buckets
constexpr std::uint64_t window = 256;

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_ahead_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_limit_is_met_by_records_behind_those_that_have_gone, stream_fixture) {
    ids const placed = place_many(900);
    doc_store store = open();
    record_stream rows = store.stream(record_query().limit(500));
    ids found = ids_of(take(rows, 1));
    settled_operations(*on);
    // Those not read ahead go: far more than are left out by the limit's share.
    for (std::size_t n = 260; n < 560; ++n) std::filesystem::remove(file_of(placed[n]));
    for (uuid_v7 const& id : ids_of(drain(rows))) found.push_back(id);
    ids expected = placed;
    expected.erase(expected.begin() + 260, expected.begin() + 560);
    expected.resize(500);
    BOOST_TEST((found == expected));
}

BOOST_FIXTURE_TEST_CASE(a_limit_bounds_what_is_read, stream_fixture) {
    ids const placed = place_many(2000);
    doc_store store = open();
    std::uint64_t const before = settled_operations(*on);
    BOOST_TEST(stream_ids(store, record_query().limit(10).after(placed[700])).size() == 10U);
    BOOST_TEST(settled_operations(*on) - before <= listing_operations + 10);
}

BOOST_FIXTURE_TEST_CASE(nothing_is_done_before_the_first_record_is_asked_for, stream_fixture) {
    (void)place_many(10);
    doc_store store = open();
    std::uint64_t const before = settled_operations(*on);
    record_stream const rows = store.stream();
    BOOST_TEST(settled_operations(*on) == before);
}

BOOST_FIXTURE_TEST_CASE(a_slow_consumer_stops_the_reading, stream_fixture) {
    constexpr std::uint64_t count = 2000;
    (void)place_many(count);
    doc_store store = open();
    std::uint64_t const before = settled_operations(*on);
    record_stream rows = store.stream();
    std::uint64_t taken = 0;
    for (std::size_t const step : {1U, 10U, 100U, 300U, 500U}) {
        taken += take(rows, step).size();
        std::uint64_t const reads = settled_operations(*on) - before;
        BOOST_TEST(reads <= listing_operations + taken + window);
        BOOST_TEST(reads >= taken);
    }
    taken += drain(rows).size();
    BOOST_TEST(taken == count);
    BOOST_TEST(settled_operations(*on) - before <= listing_operations + count);
}

BOOST_FIXTURE_TEST_CASE(large_records_are_not_read_ahead_beyond_the_bytes, stream_fixture) {
    constexpr unsigned count = 120;
    doc_store store = open();
    std::string const text(std::size_t{1} << 20, 'x');
    for (unsigned n = 0; n < count; ++n) {
        uuid_v7 const id = id_at(1000 + n, n * 37);
        place(id, text_of_record(id, "{\"text\":\"" + text + "\"}"));
    }
    std::uint64_t const before = settled_operations(*on);
    record_stream rows = store.stream();
    BOOST_TEST(take(rows, 1).size() == 1U);
    // Two operations for a large record: the first page, and then the whole.
    BOOST_TEST(settled_operations(*on) - before <= listing_operations + 2 * 34);
    BOOST_TEST(take(rows, 50).size() == 50U);
    BOOST_TEST(settled_operations(*on) - before <= listing_operations + 2 * (51 + 9));
    BOOST_TEST(drain(rows).size() == count - 51);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
