#include "doc/stream/id_merge.hpp"

#include "support/ids.hpp"
#include "support/seed.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace storh::doc {
namespace {

using test::id_in_bucket;

using ids = std::vector<uuid_v7>;

std::vector<std::span<uuid_v7 const>> spans_of(std::vector<ids> const& lists) {
    return std::vector<std::span<uuid_v7 const>>(lists.begin(), lists.end());
}

/// Everything that comes out; checks the size on the way.
ids drain(id_merge& merge) {
    ids all;
    std::size_t left = merge.size();
    while (auto const id = merge.next()) {
        all.push_back(*id);
        BOOST_REQUIRE(merge.size() == --left);
    }
    BOOST_TEST(left == 0U);
    BOOST_TEST(!merge.next().has_value());
    return all;
}

/// The same, written to be obviously right: list after list into one.
ids model(std::vector<ids> const& lists, bool is_reverse) {
    ids all;
    for (ids const& list : lists) {
        ids longer;
        std::merge(all.begin(), all.end(), list.begin(), list.end(), std::back_inserter(longer));
        all = std::move(longer);
    }
    if (is_reverse) std::reverse(all.begin(), all.end());
    return all;
}

void check(std::vector<ids> const& lists) {
    for (bool const is_reverse : {false, true}) {
        id_merge merge(spans_of(lists), is_reverse);
        BOOST_TEST((drain(merge) == model(lists, is_reverse)),
                   lists.size() << " lists, reverse: " << is_reverse);
    }
}

/// `count` sorted lists, each empty with a chance of one in `empty_in`.
std::vector<ids> random_lists(std::mt19937_64& random, std::size_t count, unsigned empty_in) {
    std::vector<ids> lists(count);
    for (ids& list : lists) {
        if (random() % empty_in == 0) continue;
        for (auto size = random() % 40; size > 0; --size) {
            list.push_back(id_in_bucket(static_cast<unsigned>(random() % 256),
                                        static_cast<unsigned>(random())));
        }
        std::ranges::sort(list);
    }
    return lists;
}

BOOST_AUTO_TEST_SUITE(id_merge_suite)

BOOST_AUTO_TEST_CASE(nothing_comes_out_of_no_list) {
    id_merge none;
    BOOST_TEST(none.size() == 0U);
    BOOST_TEST(!none.next().has_value());
    check({});
}

BOOST_AUTO_TEST_CASE(nothing_comes_out_of_empty_lists) {
    for (std::size_t const count : {1U, 2U, 3U, 256U}) check(std::vector<ids>(count));
}

BOOST_AUTO_TEST_CASE(one_list_comes_out_as_it_is_or_backwards) {
    check({{id_in_bucket(1)}});
    check({{id_in_bucket(1), id_in_bucket(2), id_in_bucket(3)}});
}

BOOST_AUTO_TEST_CASE(lists_that_follow_each_other_are_joined) {
    check({{id_in_bucket(1), id_in_bucket(2)}, {id_in_bucket(3)}, {id_in_bucket(4)}});
    check({{id_in_bucket(4)}, {id_in_bucket(3)}, {id_in_bucket(1), id_in_bucket(2)}});
}

BOOST_AUTO_TEST_CASE(empty_lists_among_others_change_nothing) {
    check({{}, {id_in_bucket(2)}, {}, {id_in_bucket(1), id_in_bucket(3)}, {}});
}

BOOST_AUTO_TEST_CASE(an_id_that_two_lists_have_comes_out_twice) {
    check({{id_in_bucket(1), id_in_bucket(2)}, {id_in_bucket(2), id_in_bucket(3)}});
}

BOOST_AUTO_TEST_CASE(random_lists_agree_with_the_model) {
    std::mt19937_64 random(test::random_seed("id_merge_suite/random_lists"));
    for (std::size_t const count : {1U, 2U, 3U, 4U, 5U, 127U, 128U, 129U, 255U, 256U}) {
        for (unsigned const empty_in : {1000000U, 4U, 2U}) {
            check(random_lists(random, count, empty_in));
        }
    }
}

BOOST_AUTO_TEST_CASE(random_numbers_of_lists_agree_with_the_model) {
    std::mt19937_64 random(test::random_seed("id_merge_suite/random_numbers"));
    for (int round = 0; round < 200; ++round) check(random_lists(random, random() % 40, 3));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::doc
