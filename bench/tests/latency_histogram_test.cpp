#include "support/latency_histogram.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::bench {

using std::chrono::nanoseconds;

BOOST_AUTO_TEST_SUITE(latency_histogram_suite)

BOOST_AUTO_TEST_CASE(an_empty_histogram_has_quantiles_of_zero) {
    BOOST_TEST(latency_histogram().quantile_us(0.5) == 0);
}

BOOST_AUTO_TEST_CASE(small_values_are_exact) {
    for (int ns = 0; ns < 128; ++ns) {
        latency_histogram histogram;
        histogram.add(nanoseconds(ns));
        BOOST_TEST(histogram.quantile_us(0.5) == ns / 1000.0);
    }
}

BOOST_AUTO_TEST_CASE(a_value_is_found_again_within_one_percent) {
    for (double value = 100; value < 1e13; value *= 1.37) {
        latency_histogram histogram;
        histogram.add(nanoseconds(static_cast<std::int64_t>(value)));
        BOOST_TEST(histogram.quantile_us(1) * 1000 == value, boost::test_tools::tolerance(0.01));
    }
}

BOOST_AUTO_TEST_CASE(quantiles_are_those_of_the_sorted_values) {
    latency_histogram histogram;
    for (int us = 1; us <= 1000; ++us) histogram.add(std::chrono::microseconds(us));
    BOOST_TEST(histogram.count() == 1000);
    BOOST_TEST(histogram.quantile_us(0) == 1, boost::test_tools::tolerance(0.01));
    BOOST_TEST(histogram.quantile_us(0.5) == 500, boost::test_tools::tolerance(0.01));
    BOOST_TEST(histogram.quantile_us(0.99) == 990, boost::test_tools::tolerance(0.01));
    BOOST_TEST(histogram.quantile_us(1) == 1000, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(values_out_of_range_count_as_the_nearest_in_it) {
    latency_histogram histogram;
    histogram.add(nanoseconds(-5));
    histogram.add(nanoseconds::max());
    BOOST_TEST(histogram.quantile_us(0.5) == 0);
    BOOST_TEST(histogram.quantile_us(1) > 9.0 * 3600 * 1e6);
}

BOOST_AUTO_TEST_CASE(merging_is_as_if_all_had_been_added_to_one) {
    latency_histogram low;
    latency_histogram high;
    for (int i = 0; i < 10; ++i) low.add(nanoseconds(10));
    for (int i = 0; i < 10; ++i) high.add(nanoseconds(100));
    low.merge(high);
    BOOST_TEST(low.count() == 20);
    BOOST_TEST(low.quantile_us(0.5) == 0.01);
    BOOST_TEST(low.quantile_us(0.51) == 0.1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
