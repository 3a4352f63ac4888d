#include "publish/listing/listing_cache.hpp"

#include "support/ids.hpp"
#include "support/seed.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <random>
#include <set>

namespace storh::publish {
namespace {

using test::id_in_bucket;

constexpr std::size_t id_bytes = sizeof(uuid_v7);

constexpr std::uint64_t some_inode = 12;

timespec at(std::int64_t seconds, long nanoseconds = 1) {
    timespec time{};
    time.tv_sec = seconds;
    time.tv_nsec = nanoseconds;
    return time;
}

directory_state state_of(timespec changed, timespec asked, std::uint64_t inode = some_inode) {
    directory_state state;
    state.inode = inode;
    state.changed = changed;
    state.asked = asked;
    return state;
}

/// What a look at the directory long after `changed` gives.
directory_state now(timespec changed) {
    return state_of(changed, at(10'000));
}

bool is_settled(timespec const& changed, timespec const& listed) {
    return state_of(changed, listed).is_settled();
}

id_list list_of(std::size_t count) {
    std::vector<uuid_v7> ids;
    for (unsigned n = 0; n < count; ++n) ids.push_back(id_in_bucket(0, n));
    return std::make_shared<std::vector<uuid_v7> const>(std::move(ids));
}

/// A cache that has `count` ids of `bucket`, all settled.
void keep(listing_cache& cache, std::uint8_t bucket, std::size_t count) {
    cache.keep(bucket, list_of(count), state_of(at(100), at(200)), 0, false);
}

BOOST_AUTO_TEST_SUITE(listing_cache_suite)

BOOST_AUTO_TEST_CASE(an_empty_cache_has_nothing) {
    listing_cache const cache(1000);
    BOOST_TEST(!cache.find(0, now(at(100))));
    BOOST_TEST(!cache.find(255, now(timespec{})));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_settled_listing_is_found_again_by_its_change_time) {
    listing_cache cache(1000);
    id_list const ids = list_of(3);
    cache.keep(7, ids, state_of(at(100), at(200)), 0, false);
    BOOST_TEST((cache.find(7, now(at(100))) == ids));
    BOOST_TEST(!cache.find(8, now(at(100))));
    BOOST_TEST(cache.bytes() == 3 * id_bytes);
}

BOOST_AUTO_TEST_CASE(another_change_time_finds_nothing) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    BOOST_TEST(!cache.find(7, now(at(100, 2))));
    BOOST_TEST(!cache.find(7, now(at(101))));
    // Also an earlier one: a clock may have been set back.
    BOOST_TEST(!cache.find(7, now(at(99))));
    BOOST_TEST(!cache.find(7, now(at(100, 0))));
}

BOOST_AUTO_TEST_CASE(an_empty_bucket_is_remembered_too) {
    listing_cache cache(1000);
    keep(cache, 7, 0);
    BOOST_REQUIRE((cache.find(7, now(at(100))) != nullptr));
    BOOST_TEST(cache.find(7, now(at(100)))->empty());
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_change_less_than_a_tick_before_the_listing_is_not_settled) {
    constexpr long tick = 20'000'000;
    BOOST_TEST(!is_settled(at(100), at(100)));
    BOOST_TEST(!is_settled(at(100, 1), at(100, tick)));
    BOOST_TEST(is_settled(at(100, 1), at(100, 1 + tick)));
    BOOST_TEST(is_settled(at(100), at(101)));
    // Over the change of the second.
    BOOST_TEST(!is_settled(at(100, 990'000'000), at(101, 9'999'999)));
    BOOST_TEST(is_settled(at(100, 990'000'000), at(101, 10'000'000)));
}

BOOST_AUTO_TEST_CASE(a_time_in_whole_seconds_takes_two_seconds_to_settle) {
    BOOST_TEST(!is_settled(at(100, 0), at(100, 20'000'000)));
    BOOST_TEST(!is_settled(at(100, 0), at(101, 999'999'999)));
    BOOST_TEST(is_settled(at(100, 0), at(102, 0)));
    BOOST_TEST(is_settled(at(100, 0), at(100'000, 0)));
}

BOOST_AUTO_TEST_CASE(a_change_in_the_future_is_not_settled) {
    BOOST_TEST(!is_settled(at(100, 2), at(100, 1)));
    BOOST_TEST(!is_settled(at(101), at(100, 999'999'999)));
    // Farther than nanoseconds in 64 bits can count.
    BOOST_TEST(!is_settled(at(std::numeric_limits<std::int64_t>::max() / 2), at(100)));
    BOOST_TEST(is_settled(at(0), at(std::numeric_limits<std::int64_t>::max() / 2)));
}

BOOST_AUTO_TEST_CASE(what_is_not_settled_is_not_kept_and_ends_what_was) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    cache.keep(7, list_of(2), state_of(at(300), at(300, 5)), 0, false);
    BOOST_TEST(!cache.find(7, now(at(300))));
    BOOST_TEST(!cache.find(7, now(at(100))));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_newer_listing_takes_the_place_of_the_older) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    cache.keep(7, list_of(5), state_of(at(150), at(200)), 0, false);
    BOOST_TEST(!cache.find(7, now(at(100))));
    BOOST_TEST(cache.find(7, now(at(150)))->size() == 5U);
    BOOST_TEST(cache.bytes() == 5 * id_bytes);
}

BOOST_AUTO_TEST_CASE(beyond_the_bound_the_bucket_listed_longest_ago_goes_first) {
    listing_cache cache(10 * id_bytes);
    keep(cache, 3, 4);
    keep(cache, 1, 4);
    keep(cache, 3, 4);  // again, so that 1 is the oldest
    keep(cache, 2, 4);
    BOOST_TEST(!cache.find(1, now(at(100))));
    BOOST_TEST((cache.find(2, now(at(100))) != nullptr));
    BOOST_TEST((cache.find(3, now(at(100))) != nullptr));
    BOOST_TEST(cache.bytes() == 8 * id_bytes);
    keep(cache, 9, 10);
    BOOST_TEST(!cache.find(2, now(at(100))));
    BOOST_TEST(!cache.find(3, now(at(100))));
    BOOST_TEST(cache.bytes() == 10 * id_bytes);
}

BOOST_AUTO_TEST_CASE(what_is_larger_than_the_bound_is_not_kept_and_drives_nothing_out) {
    listing_cache cache(10 * id_bytes);
    keep(cache, 3, 4);
    keep(cache, 4, 11);
    BOOST_TEST(!cache.find(4, now(at(100))));
    BOOST_TEST((cache.find(3, now(at(100))) != nullptr));
    BOOST_TEST(cache.bytes() == 4 * id_bytes);
}

BOOST_AUTO_TEST_CASE(a_bound_of_nothing_keeps_no_ids) {
    listing_cache cache(0);
    keep(cache, 3, 1);
    BOOST_TEST(!cache.find(3, now(at(100))));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_list_that_is_dropped_stays_with_who_has_it) {
    listing_cache cache(10 * id_bytes);
    keep(cache, 3, 10);
    id_list const held = cache.find(3, now(at(100)));
    keep(cache, 4, 10);
    BOOST_TEST(!cache.find(3, now(at(100))));
    BOOST_TEST(held->size() == 10U);
}

BOOST_AUTO_TEST_CASE(another_directory_of_the_same_change_time_finds_nothing) {
    listing_cache cache(1000);
    keep(cache, 7, 3);
    BOOST_TEST(!cache.find(7, state_of(at(100), at(10'000), some_inode + 1)));
    directory_state elsewhere = now(at(100));
    elsewhere.device = 1;
    BOOST_TEST(!cache.find(7, elsewhere));
}

/// A cache whose bucket 7 is watched and has the ids 0 to `count`, not settled.
void watch(listing_cache& cache, std::size_t count) {
    cache.keep(7, list_of(count), state_of(at(100, 1), at(100, 2)), cache.notes(7), true);
}

std::optional<uuid_v7> numbered(unsigned number) {
    return id_in_bucket(0, number);
}

BOOST_AUTO_TEST_CASE(a_watched_listing_is_kept_though_it_is_not_settled) {
    listing_cache cache(1000);
    watch(cache, 3);
    BOOST_TEST(!cache.find(7, now(at(100, 1))));
    BOOST_TEST(cache.find_noted(7, now(at(100, 1)))->size() == 3U);
    // From then on its change time alone says enough.
    BOOST_TEST(cache.find(7, now(at(100, 1)))->size() == 3U);
}

BOOST_AUTO_TEST_CASE(names_that_came_and_went_are_in_the_next_list_and_not_in_the_last) {
    listing_cache cache(1000);
    watch(cache, 3);
    id_list const before = cache.find_noted(7, now(at(100, 1)));
    cache.note(7, numbered(1), false);
    cache.note(7, numbered(5), true);
    cache.note(7, numbered(6), true);
    cache.note(7, numbered(6), false);
    cache.note(7, numbered(2), false);
    cache.note(7, numbered(2), true);
    id_list const after = cache.find_noted(7, now(at(200)));
    std::vector<uuid_v7> const expected = {*numbered(0), *numbered(2), *numbered(5)};
    BOOST_TEST((*after == expected));
    BOOST_TEST(before->size() == 3U);
    BOOST_TEST(cache.bytes() == 3 * id_bytes);
    BOOST_TEST((cache.find(7, now(at(200))) == after));
}

BOOST_AUTO_TEST_CASE(a_change_that_the_watch_did_not_tell_ends_the_listing) {
    listing_cache cache(1000);
    watch(cache, 3);
    BOOST_TEST(!cache.find_noted(7, now(at(200))));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_no_record_explains_a_change) {
    listing_cache cache(1000);
    watch(cache, 3);
    cache.note(7, std::nullopt, true);
    BOOST_TEST(cache.find_noted(7, now(at(200)))->size() == 3U);
    // Once.
    BOOST_TEST(!cache.find_noted(7, now(at(300))));
}

BOOST_AUTO_TEST_CASE(another_directory_under_the_name_ends_a_watched_listing) {
    listing_cache cache(1000);
    watch(cache, 3);
    cache.note(7, numbered(9), true);
    BOOST_TEST(!cache.find_noted(7, state_of(at(100, 1), at(10'000), some_inode + 1)));
}

BOOST_AUTO_TEST_CASE(what_happened_during_a_listing_keeps_it_from_being_trusted) {
    listing_cache cache(1000);
    std::uint64_t const notes = cache.notes(7);
    cache.note(7, numbered(9), true);
    cache.keep(7, list_of(3), state_of(at(100, 1), at(100, 2)), notes, true);
    BOOST_TEST(!cache.find_noted(7, now(at(100, 1))));
    // By its change time it can be.
    cache.keep(7, list_of(3), state_of(at(100), at(200)), notes, true);
    BOOST_TEST((cache.find(7, now(at(100))) != nullptr));
    cache.note(7, numbered(9), true);
    BOOST_TEST(!cache.find_noted(7, now(at(300))));
}

BOOST_AUTO_TEST_CASE(a_watch_that_has_lost_track_ends_what_relied_on_it) {
    listing_cache cache(1000);
    watch(cache, 3);
    std::uint64_t const notes = cache.notes(7);
    cache.forget(7);
    BOOST_TEST(!cache.find_noted(7, now(at(100, 1))));
    BOOST_TEST(cache.notes(7) != notes);
    watch(cache, 3);
    cache.forget_all();
    BOOST_TEST(!cache.find_noted(7, now(at(100, 1))));
    BOOST_TEST(cache.bytes() == 0U);
}

BOOST_AUTO_TEST_CASE(many_changes_end_a_listing_instead_of_filling_the_memory) {
    listing_cache cache(1000);
    watch(cache, 3);
    for (unsigned n = 0; n < 100; ++n) cache.note(7, numbered(n), true);
    BOOST_TEST(!cache.find_noted(7, now(at(200))));
}

BOOST_AUTO_TEST_CASE(a_listing_that_outgrows_the_bound_is_given_once_and_not_kept) {
    listing_cache cache(4 * id_bytes);
    watch(cache, 3);
    cache.note(7, numbered(8), true);
    cache.note(7, numbered(9), true);
    BOOST_TEST(cache.find_noted(7, now(at(200)))->size() == 5U);
    BOOST_TEST(cache.bytes() == 0U);
    BOOST_TEST(!cache.find(7, now(at(200))));
}

BOOST_AUTO_TEST_CASE(any_order_of_changes_gives_the_list_that_a_set_would_have) {
    listing_cache cache(std::size_t{1} << 20);
    std::mt19937_64 random(test::random_seed("listing_cache_suite/any_order"));
    std::set<uuid_v7> model;
    watch(cache, 0);
    for (unsigned round = 0; round < 200; ++round) {
        for (auto n = random() % 40; n > 0; --n) {
            uuid_v7 const id = *numbered(static_cast<unsigned>(random() % 50));
            bool const is_there = random() % 2 == 0;
            cache.note(7, id, is_there);
            is_there ? (void)model.insert(id) : (void)model.erase(id);
        }
        cache.note(7, std::nullopt, true);
        id_list const ids = cache.find_noted(7, now(at(200 + round)));
        BOOST_REQUIRE((ids != nullptr));
        BOOST_REQUIRE((std::ranges::equal(*ids, model)));
    }
}

BOOST_AUTO_TEST_CASE(a_followed_bucket_needs_no_look_at_its_directory) {
    listing_cache cache(1000);
    keep(cache, 1, 2);
    BOOST_TEST(!cache.find_followed(0));
    BOOST_TEST(!cache.find_followed(1));  // nobody watches it
    BOOST_TEST(!cache.find_current(1));
    cache.keep(2, list_of(2), state_of(at(100), at(200)), 0, true);
    BOOST_REQUIRE(cache.find_followed(2));
    BOOST_TEST(cache.find_followed(2)->size() == 2U);
    BOOST_TEST(cache.find_current(2)->size() == 2U);
    cache.note(2, id_in_bucket(0, 7), true);
    BOOST_TEST(!cache.find_current(2));
    BOOST_TEST(cache.find_followed(2)->size() == 3U);
    BOOST_TEST(cache.find_current(2)->size() == 3U);
    cache.note(2, id_in_bucket(0, 0), false);
    BOOST_TEST(cache.find_followed(2)->front() == id_in_bucket(0, 1));
    cache.forget(2);
    BOOST_TEST(!cache.find_followed(2));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
