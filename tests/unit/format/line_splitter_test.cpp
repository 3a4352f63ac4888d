#include "format/line_splitter.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace storh {
namespace {

/// The lines as `number:text`, or `number!` for one that is too long, out of pieces of `size`
/// bytes.
std::vector<std::string> split(std::string_view text, std::size_t size,
                               std::size_t line_bytes_max = 100) {
    line_splitter lines(line_bytes_max);
    std::vector<std::string> found;
    while (!lines.is_done()) {
        if (auto const line = lines.next()) {
            found.push_back(std::to_string(line->number) +
                            (line->is_too_long ? "!" : ":" + line->text));
        } else if (text.empty()) {
            lines.end();
        } else {
            lines.feed(text.substr(0, size));
            text.remove_prefix(std::min(size, text.size()));
        }
    }
    BOOST_TEST(!lines.next());
    return found;
}

void check(std::string_view text, std::vector<std::string> const& expected,
           std::size_t line_bytes_max = 100) {
    for (std::size_t size = 1; size <= text.size() + 1; ++size) {
        BOOST_TEST(split(text, size, line_bytes_max) == expected, boost::test_tools::per_element());
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_splitter_suite)

BOOST_AUTO_TEST_CASE(nothing_has_no_line) {
    check("", {});
}

BOOST_AUTO_TEST_CASE(lines_end_with_a_line_feed_and_keep_everything_else) {
    check("a\nbc\r\n\n d \n", {"1:a", "2:bc\r", "3:", "4: d "});
    check(std::string_view("\0\n", 2), {std::string("1:\0", 3)});
}

BOOST_AUTO_TEST_CASE(the_last_line_needs_no_line_feed) {
    check("a\nb", {"1:a", "2:b"});
    check("a", {"1:a"});
}

BOOST_AUTO_TEST_CASE(a_line_of_the_longest_length_is_whole_and_a_longer_one_counts) {
    check("12345\n123456\n1234567890123\nx\n", {"1:12345", "2!", "3!", "4:x"}, 5);
    check("123456", {"1!"}, 5);
}

BOOST_AUTO_TEST_CASE(a_piece_of_nothing_changes_nothing) {
    line_splitter lines(10);
    lines.feed("ab");
    BOOST_TEST(!lines.next());
    lines.feed("");
    BOOST_TEST(!lines.next());
    BOOST_TEST(!lines.is_done());
    lines.feed("c\n");
    BOOST_TEST(lines.next()->text == "abc");
    lines.end();
    BOOST_TEST(lines.is_done());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh
