#include "support/statistics.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::bench {

BOOST_AUTO_TEST_SUITE(statistics_suite)

BOOST_AUTO_TEST_CASE(the_median_is_the_middle_value_in_any_order) {
    BOOST_TEST(median({}) == 0);
    BOOST_TEST(median({7}) == 7);
    BOOST_TEST(median({9, 1, 5}) == 5);
    BOOST_TEST(median({9, 1, 5, 6}) == 5.5);
}

BOOST_AUTO_TEST_CASE(one_run_far_off_does_not_move_the_median) {
    BOOST_TEST(median({10, 11, 12, 13, 100'000}) == 12);
}

BOOST_AUTO_TEST_CASE(the_deviation_is_a_share_of_the_median) {
    BOOST_TEST(relative_deviation({}) == 0);
    BOOST_TEST(relative_deviation({4, 4, 4}) == 0);
    BOOST_TEST(relative_deviation({8, 10, 12}) == 0.2);
    BOOST_TEST(relative_deviation({0, 0}) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
