#include "query/id_bounds.hpp"

#include "support/seed.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

namespace storh::queries {
namespace {

using ids = std::vector<uuid_v7>;

/// The id number `number` of the millisecond `ms`.
uuid_v7 id_at(std::int64_t ms, unsigned number = 0) {
    std::array<char, uuid_v7::text_bytes + 1> text{};
    auto const time = static_cast<unsigned long long>(ms);
    (void)std::snprintf(text.data(), text.size(), "%08llx-%04llx-7000-8000-%012x",
                        time >> 16 & 0xffffffffULL, time & 0xffffULL, number);
    return uuid_v7::parse(text.data()).value();
}

/// Whether `query` allows `id`, as its documentation says it.
bool is_inside(record_query const& query, uuid_v7 const& id) {
    std::int64_t const ms = id.timestamp_ms();
    if (query.since() && ms < *query.since()) return false;
    if (query.until() && ms > *query.until()) return false;
    if (!query.after()) return true;
    return query.is_reverse() ? id < *query.after() : id > *query.after();
}

ids cut(record_query const& query, ids const& sorted) {
    auto const part = id_bounds(query).cut(sorted);
    return ids(part.begin(), part.end());
}

/// In both directions.
void check(record_query query, ids const& sorted) {
    for (bool const is_reverse : {false, true}) {
        query.reverse(is_reverse);
        ids expected;
        std::ranges::copy_if(sorted, std::back_inserter(expected),
                             [&](uuid_v7 const& id) { return is_inside(query, id); });
        BOOST_TEST((cut(query, sorted) == expected), "reverse: " << is_reverse);
    }
}

constexpr std::int64_t ms_max = uuid_v7::timestamp_ms_max;

/// Three ids in each of a few milliseconds, the first and the last there are among them.
ids some_ids() {
    ids all;
    for (std::int64_t const ms :
         std::array<std::int64_t, 8>{0, 1, 5, 6, 7, 100, ms_max - 1, ms_max}) {
        all.push_back(*uuid_v7::min_for(ms));
        all.push_back(id_at(ms, 7));
        all.push_back(*uuid_v7::max_for(ms));
    }
    return all;
}

BOOST_AUTO_TEST_SUITE(id_bounds_suite)

BOOST_AUTO_TEST_CASE(without_bounds_everything_is_inside) {
    BOOST_TEST((cut(record_query(), some_ids()) == some_ids()));
    BOOST_TEST((cut(record_query().reverse(), some_ids()) == some_ids()));
    BOOST_TEST(!id_bounds(record_query()).is_empty());
    BOOST_TEST(cut(record_query(), ids()).empty());
}

BOOST_AUTO_TEST_CASE(after_leaves_out_the_id_itself) {
    for (uuid_v7 const& id : some_ids()) check(record_query().after(id), some_ids());
}

BOOST_AUTO_TEST_CASE(after_may_name_an_id_that_does_not_exist) {
    for (std::int64_t const ms : {0, 2, 5, 6, 50, 1000}) {
        check(record_query().after(id_at(ms, 8)), some_ids());
    }
}

BOOST_AUTO_TEST_CASE(after_the_nil_id_is_everything_upwards_and_nothing_downwards) {
    BOOST_TEST((cut(record_query().after(uuid_v7()), some_ids()) == some_ids()));
    BOOST_TEST(cut(record_query().after(uuid_v7()).reverse(), some_ids()).empty());
}

BOOST_AUTO_TEST_CASE(since_and_until_include_their_millisecond) {
    ids const all{*uuid_v7::max_for(4), *uuid_v7::min_for(5), *uuid_v7::max_for(5),
                  *uuid_v7::min_for(6)};
    BOOST_TEST(cut(record_query().since(5), all).size() == 3U);
    BOOST_TEST(cut(record_query().until(5), all).size() == 3U);
    BOOST_TEST(cut(record_query().since(5).until(5), all).size() == 2U);
    for (std::int64_t const ms : std::array<std::int64_t, 6>{0, 1, 5, 50, ms_max - 1, ms_max}) {
        check(record_query().since(ms), some_ids());
        check(record_query().until(ms), some_ids());
    }
}

BOOST_AUTO_TEST_CASE(bounds_that_contradict_each_other_leave_nothing) {
    BOOST_TEST(id_bounds(record_query().since(6).until(5)).is_empty());
    BOOST_TEST(cut(record_query().since(6).until(5), some_ids()).empty());
    BOOST_TEST(cut(record_query().after(id_at(7)).until(5), some_ids()).empty());
    BOOST_TEST(cut(record_query().after(id_at(5)).since(6).reverse(), some_ids()).empty());
    BOOST_TEST(cut(record_query().after(*uuid_v7::max_for(5)).until(5), some_ids()).empty());
    BOOST_TEST(
        cut(record_query().after(*uuid_v7::min_for(5)).since(5).reverse(), some_ids()).empty());
}

BOOST_AUTO_TEST_CASE(times_that_no_id_can_have_bound_as_numbers_do) {
    std::int64_t const least = std::numeric_limits<std::int64_t>::min();
    std::int64_t const most = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t const ms : {least, std::int64_t{-1}, ms_max + 1, most}) {
        check(record_query().since(ms), some_ids());
        check(record_query().until(ms), some_ids());
        check(record_query().since(ms).until(5), some_ids());
        check(record_query().since(5).until(ms), some_ids());
    }
    check(record_query().since(least).until(most), some_ids());
    check(record_query().since(most).until(least), some_ids());
}

BOOST_AUTO_TEST_CASE(random_bounds_agree_with_a_look_at_each_id) {
    std::mt19937_64 random(test::random_seed("id_bounds_suite/random_bounds"));
    auto const below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    for (int round = 0; round < 3000; ++round) {
        ids sorted;
        for (unsigned left = below(30); left > 0; --left)
            sorted.push_back(id_at(below(12), below(4)));
        std::ranges::sort(sorted);
        record_query query;
        if (random() % 2 == 0) query.since(static_cast<std::int64_t>(below(14)) - 1);
        if (random() % 2 == 0) query.until(static_cast<std::int64_t>(below(14)) - 1);
        if (random() % 2 == 0) query.after(id_at(below(12), below(4)));
        check(query, sorted);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::queries
