#include "progress_text.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace storh::tool {
namespace {

progress_state state_of(std::uint64_t records, std::uint64_t done, std::uint64_t total,
                        double seconds) {
    progress_state state;
    state.records = records;
    state.done = done;
    state.total = total;
    state.seconds = seconds;
    return state;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(progress_text_suite)

BOOST_AUTO_TEST_CASE(a_known_total_gives_bar_part_rate_and_time_left) {
    BOOST_TEST(progress_text("importing", state_of(1234, 250, 1000, 2), 80) ==
               "[#######.......................]  25 % importing 1,234 records, 617/s, 0:06 left");
}

BOOST_AUTO_TEST_CASE(without_a_total_there_is_no_bar) {
    std::string const expected = "exporting 1 record, 0/s";
    BOOST_TEST(progress_text("exporting", state_of(1, 1, 0, 2), 80) == expected);
    // Nor before the first step, from which no time can be foretold.
    BOOST_TEST(progress_text("exporting", state_of(1, 0, 10, 2), 80) == expected);
}

BOOST_AUTO_TEST_CASE(the_bar_is_full_at_the_end_and_not_beyond) {
    for (std::uint64_t const done : {10U, 11U}) {
        BOOST_TEST(progress_text("verifying", state_of(5, done, 10, 1), 120) ==
                   "[" + std::string(40, '#') + "] 100 % verifying 5 records, 5/s, 0:00 left");
    }
}

BOOST_AUTO_TEST_CASE(a_long_time_is_told_in_hours) {
    BOOST_TEST(progress_text("verifying", state_of(5, 1, 101, 60), 50) ==
               "  1 % verifying 5 records, 0/s, 1:40:00 left");
}

BOOST_AUTO_TEST_CASE(no_line_is_longer_than_the_terminal_is_wide) {
    for (std::size_t width = 0; width < 200; ++width) {
        std::string const line = progress_text("importing", state_of(123456789, 1, 3, 4000), width);
        BOOST_TEST(line.size() <= width);
        // The bar goes before anything that says more.
        BOOST_TEST((!line.starts_with('[') || line.ends_with("left")));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::tool
