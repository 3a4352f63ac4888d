#include "figures.hpp"
#include "figure_output.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <stdexcept>

namespace storh::bench {

namespace {

measurement made(double seconds, int p50_us, std::uint64_t peak_kib) {
    measurement one;
    one.seconds = seconds;
    one.operations = 1'000;
    one.latency.add(std::chrono::microseconds(p50_us));
    one.peak_kib = peak_kib;
    return one;
}

/// Results in which every case took `seconds` in the first repetition and twice that in the second.
std::vector<series> results_of(std::vector<bench_case> const& cases, double seconds) {
    std::vector<series> results;
    for (bench_case const& one : cases) {
        series& added = results.emplace_back(one);
        added.samples.push_back(made(seconds, 100, 32 * 1024));
        added.samples.push_back(made(seconds * 2, 100, 32 * 1024));
    }
    return results;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(figures_suite)

BOOST_AUTO_TEST_CASE(without_numbers_there_are_those_that_are_not_on_request) {
    auto const all = figures({}, 1);
    BOOST_TEST(all.size() == 10);
    BOOST_TEST(all.front().number == 1);
    BOOST_TEST(all.back().number == 10);
}

BOOST_AUTO_TEST_CASE(figures_can_be_chosen_and_unknown_ones_are_refused) {
    BOOST_TEST(figures({3, 5}, 1).back().number == 5);
    BOOST_TEST(figures({21}, 1).back().number == 21);
    BOOST_CHECK_THROW((void)figures({1000}, 1), std::invalid_argument);
    BOOST_CHECK_THROW((void)figures({0}, 1), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_figure_says_how_many_records_its_case_has) {
    for (int number = 11; number <= 21; ++number) {
        auto const one = figures({number}, 1).front();
        BOOST_TEST(one.measured.settings.records == (number <= 14 ? 100'000 : 1'000'000));
        BOOST_TEST(one.text.find(number <= 14 ? " 100,000" : "1,000,000") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(walks_are_compared_with_one_blocking_thread_or_with_as_many_bare_rings) {
    auto const wanted = figures({11, 13}, 1);
    BOOST_TEST(wanted[0].measured.settings.rings == 2U);
    BOOST_TEST(wanted[0].reference->settings.rings == 1U);
    BOOST_TEST((wanted[0].reference->settings.backend == backend_kind::sync));
    BOOST_TEST(wanted[1].reference->settings.rings == 2U);
    BOOST_TEST(wanted[1].reference->settings.in_flight == 256U);
}

BOOST_AUTO_TEST_CASE(a_case_that_two_figures_need_is_measured_once) {
    auto const cases = cases_of(figures({1, 2}, 1), "ext4");
    BOOST_TEST(cases.size() == 3);
}

BOOST_AUTO_TEST_CASE(a_figure_of_one_file_system_is_left_out_on_others) {
    BOOST_TEST(cases_of(figures({3}, 1), "ext4").size() == 2);
    BOOST_TEST(cases_of(figures({3}, 1), "xfs").empty());
    BOOST_TEST(evaluate(figures({3}, 1), {}, "xfs").empty());
}

BOOST_AUTO_TEST_CASE(a_ratio_is_taken_within_each_repetition) {
    auto const wanted = figures({1}, 1);
    auto results = results_of(cases_of(wanted, "ext4"), 1);
    for (measurement& one : results.back().samples) one.seconds /= 30;  // the measured side
    auto const evaluated = evaluate(wanted, results, "ext4");
    BOOST_REQUIRE(evaluated.size() == 1);
    BOOST_TEST(evaluated[0].value == 30, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(evaluated[0].least == evaluated[0].most, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(evaluated[0].is_met());
}

BOOST_AUTO_TEST_CASE(bounds_work_both_ways) {
    auto const wanted = figures({1, 5, 10}, 1);
    auto const evaluated = evaluate(wanted, results_of(cases_of(wanted, "xfs"), 1), "xfs");
    BOOST_TEST(!evaluated[0].is_met());  // 1, at least 20
    BOOST_TEST(evaluated[1].is_met());   // 1, at most 1.2
    BOOST_TEST(evaluated[2].is_met());   // 32 MiB, at most 64
    BOOST_TEST(evaluated[2].value == 32);
}

BOOST_AUTO_TEST_CASE(the_markdown_table_has_a_column_for_each_file_system) {
    auto const wanted = figures({5}, 1);
    auto all = evaluate(wanted, results_of(cases_of(wanted, "ext4"), 1), "ext4");
    auto const more = evaluate(wanted, results_of(cases_of(wanted, "xfs"), 1), "xfs");
    all.insert(all.end(), more.begin(), more.end());
    std::string const table = markdown_table(all);
    BOOST_TEST(table.starts_with("| what | ext4 | xfs | bound |\n| --- | --- | --- | --- |\n"));
    BOOST_TEST(table.find("| 1.00 (99.8 us : 99.8 us) | 1.00") != std::string::npos);
    BOOST_TEST(table.ends_with("| at most 1.2 |\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
