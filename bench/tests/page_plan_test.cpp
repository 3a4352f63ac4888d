#include "support/page_plan.hpp"

#include "support/sample_data.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <stdexcept>

namespace storh::bench {

namespace {

std::vector<uuid_v7> ids(std::size_t count) {
    return sample_data(count, 200, 1).ids();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_plan_suite)

BOOST_AUTO_TEST_CASE(every_page_is_full_and_follows_its_cursor_in_order) {
    auto sorted = ids(5'000);
    page_plan const plan(sorted, 1);
    std::sort(sorted.begin(), sorted.end());
    BOOST_TEST(plan.size() == 200U);
    for (std::size_t i = 0; i < plan.size(); ++i) {
        auto const page = plan.page(i);
        auto const behind = std::upper_bound(sorted.begin(), sorted.end(), plan.cursor(i));
        BOOST_REQUIRE(page.size() == 100);
        BOOST_TEST(std::equal(page.begin(), page.end(), behind));
    }
}

BOOST_AUTO_TEST_CASE(cursors_are_spread_over_all_ids_and_not_in_order) {
    auto sorted = ids(10'000);
    page_plan const plan(sorted, 1);
    std::sort(sorted.begin(), sorted.end());
    std::vector<uuid_v7> cursors;
    for (std::size_t i = 0; i < plan.size(); ++i) cursors.push_back(plan.cursor(i));
    BOOST_TEST(!std::is_sorted(cursors.begin(), cursors.end()));
    std::sort(cursors.begin(), cursors.end());
    BOOST_TEST((std::adjacent_find(cursors.begin(), cursors.end()) == cursors.end()));
    BOOST_TEST((cursors.front() < sorted[50]));
    BOOST_TEST((cursors.back() > sorted[9'840]));
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_pages_and_another_gives_others) {
    auto const cursors = [](std::uint64_t seed) {
        page_plan const plan(ids(5'000), seed);
        std::vector<uuid_v7> all;
        for (std::size_t i = 0; i < plan.size(); ++i) all.push_back(plan.cursor(i));
        return all;
    };
    BOOST_TEST((cursors(3) == cursors(3)));
    BOOST_TEST((cursors(3) != cursors(4)));
}

BOOST_AUTO_TEST_CASE(few_ids_make_few_or_short_pages) {
    BOOST_TEST(page_plan(ids(60), 1).size() == 1U);
    BOOST_TEST(page_plan(ids(60), 1).page_records() == 59U);
    BOOST_TEST(page_plan(ids(110), 1).size() == 10U);
    BOOST_TEST(page_plan(ids(110), 1).page_records() == 100U);
    BOOST_CHECK_THROW(page_plan(ids(1), 1), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
