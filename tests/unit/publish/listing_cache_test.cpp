#include "publish/listing_cache.hpp"

#include "support/ids.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

namespace storh::publish {
namespace {

using test::id_in_bucket;

constexpr std::size_t id_bytes = sizeof(uuid_v7);

timespec at(std::int64_t seconds, long nanoseconds = 1) {
    timespec time{};
    time.tv_sec = seconds;
    time.tv_nsec = nanoseconds;
    return time;
}

id_list list_of(std::size_t count) {
    std::vector<uuid_v7> ids;
    for (unsigned n = 0; n < count; ++n) ids.push_back(id_in_bucket(0, n));
    return std::make_shared<std::vector<uuid_v7> const>(std::move(ids));
}

/// A cache that has `count` ids of `bucket`, all settled.
void keep(listing_cache& cache, std::uint8_t bucket, std::size_t count) {
    cache.keep(bucket, list_of(count), at(100), at(200));
}

BOOST_AUTO_TEST_SUITE(listing_cache_suite)

BOOST_AUTO_TEST_CASE(an_empty_cache_has_nothing) {
    listing_cache const cache(1000);
    BOOST_TEST(!cache.find(0, at(100)));
    BOOST_TEST(!cache.find(255, timespec{}));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_settled_listing_is_found_again_by_its_change_time) {
    listing_cache cache(1000);
    id_list const ids = list_of(3);
    cache.keep(7, ids, at(100), at(200));
    BOOST_TEST((cache.find(7, at(100)) == ids));
    BOOST_TEST(!cache.find(8, at(100)));
    BOOST_TEST(cache.bytes() == 3 * id_bytes);
}

BOOST_AUTO_TEST_CASE(another_change_time_finds_nothing) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    BOOST_TEST(!cache.find(7, at(100, 2)));
    BOOST_TEST(!cache.find(7, at(101)));
    // Also an earlier one: a clock may have been set back.
    BOOST_TEST(!cache.find(7, at(99)));
    BOOST_TEST(!cache.find(7, at(100, 0)));
}

BOOST_AUTO_TEST_CASE(an_empty_bucket_is_remembered_too) {
    listing_cache cache(1000);
    keep(cache, 7, 0);
    BOOST_REQUIRE((cache.find(7, at(100)) != nullptr));
    BOOST_TEST(cache.find(7, at(100))->empty());
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_change_less_than_a_tick_before_the_listing_is_not_settled) {
    constexpr long tick = 20'000'000;
    BOOST_TEST(!listing_cache::is_settled(at(100), at(100)));
    BOOST_TEST(!listing_cache::is_settled(at(100, 1), at(100, tick)));
    BOOST_TEST(listing_cache::is_settled(at(100, 1), at(100, 1 + tick)));
    BOOST_TEST(listing_cache::is_settled(at(100), at(101)));
    // Over the change of the second.
    BOOST_TEST(!listing_cache::is_settled(at(100, 990'000'000), at(101, 9'999'999)));
    BOOST_TEST(listing_cache::is_settled(at(100, 990'000'000), at(101, 10'000'000)));
}

BOOST_AUTO_TEST_CASE(a_time_in_whole_seconds_takes_two_seconds_to_settle) {
    BOOST_TEST(!listing_cache::is_settled(at(100, 0), at(100, 20'000'000)));
    BOOST_TEST(!listing_cache::is_settled(at(100, 0), at(101, 999'999'999)));
    BOOST_TEST(listing_cache::is_settled(at(100, 0), at(102, 0)));
    BOOST_TEST(listing_cache::is_settled(at(100, 0), at(100'000, 0)));
}

BOOST_AUTO_TEST_CASE(a_change_in_the_future_is_not_settled) {
    BOOST_TEST(!listing_cache::is_settled(at(100, 2), at(100, 1)));
    BOOST_TEST(!listing_cache::is_settled(at(101), at(100, 999'999'999)));
    // Farther than nanoseconds in 64 bits can count.
    BOOST_TEST(
        !listing_cache::is_settled(at(std::numeric_limits<std::int64_t>::max() / 2), at(100)));
    BOOST_TEST(listing_cache::is_settled(at(0), at(std::numeric_limits<std::int64_t>::max() / 2)));
}

BOOST_AUTO_TEST_CASE(what_is_not_settled_is_not_kept_and_ends_what_was) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    cache.keep(7, list_of(2), at(300), at(300, 5));
    BOOST_TEST(!cache.find(7, at(300)));
    BOOST_TEST(!cache.find(7, at(100)));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_newer_listing_takes_the_place_of_the_older) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    cache.keep(7, list_of(5), at(150), at(200));
    BOOST_TEST(!cache.find(7, at(100)));
    BOOST_TEST(cache.find(7, at(150))->size() == 5U);
    BOOST_TEST(cache.bytes() == 5 * id_bytes);
}

BOOST_AUTO_TEST_CASE(beyond_the_bound_the_bucket_listed_longest_ago_goes_first) {
    listing_cache cache(10 * id_bytes);
    keep(cache, 3, 4);
    keep(cache, 1, 4);
    keep(cache, 3, 4);  // again, so that 1 is the oldest
    keep(cache, 2, 4);
    BOOST_TEST(!cache.find(1, at(100)));
    BOOST_TEST((cache.find(2, at(100)) != nullptr));
    BOOST_TEST((cache.find(3, at(100)) != nullptr));
    BOOST_TEST(cache.bytes() == 8 * id_bytes);
    keep(cache, 9, 10);
    BOOST_TEST(!cache.find(2, at(100)));
    BOOST_TEST(!cache.find(3, at(100)));
    BOOST_TEST(cache.bytes() == 10 * id_bytes);
}

BOOST_AUTO_TEST_CASE(what_is_larger_than_the_bound_is_not_kept_and_drives_nothing_out) {
    listing_cache cache(10 * id_bytes);
    keep(cache, 3, 4);
    keep(cache, 4, 11);
    BOOST_TEST(!cache.find(4, at(100)));
    BOOST_TEST((cache.find(3, at(100)) != nullptr));
    BOOST_TEST(cache.bytes() == 4 * id_bytes);
}

BOOST_AUTO_TEST_CASE(a_bound_of_nothing_keeps_no_ids) {
    listing_cache cache(0);
    keep(cache, 3, 1);
    BOOST_TEST(!cache.find(3, at(100)));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_list_that_is_dropped_stays_with_who_has_it) {
    listing_cache cache(10 * id_bytes);
    keep(cache, 3, 10);
    id_list const held = cache.find(3, at(100));
    keep(cache, 4, 10);
    BOOST_TEST(!cache.find(3, at(100)));
    BOOST_TEST(held->size() == 10U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
