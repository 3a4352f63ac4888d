#include "format/text_sink.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(text_sink_suite)

BOOST_AUTO_TEST_CASE(pieces_follow_what_the_string_held) {
    std::string out = "a";
    text_sink sink(out);
    sink.push_back('b');
    sink.append("");
    sink.append("cd");
    char* const place = sink.reserve(10);
    place[0] = 'e';
    sink.advance_to(place + 1);
    BOOST_TEST(sink.size() == 5U);
    sink.finish();
    BOOST_TEST(out == "abcde");
}

BOOST_AUTO_TEST_CASE(many_pieces_of_every_size_are_kept) {
    std::string out;
    std::string expected;
    {
        text_sink sink(out);
        for (std::size_t size = 0; size != 700; ++size) {
            std::string const piece(size, static_cast<char>('a' + size % 26));
            sink.append(piece);
            expected += piece;
        }
    }
    BOOST_TEST((out == expected));
}

BOOST_AUTO_TEST_CASE(room_is_made_in_proportion_to_what_is_appended) {
    std::string out(1000000, 'x');
    out.reserve(4000000);
    text_sink sink(out);
    sink.push_back('y');
    BOOST_TEST(out.size() < 1001000U);
}

BOOST_AUTO_TEST_CASE(destroying_a_sink_finishes_it) {
    std::string out;
    { text_sink(out).push_back('x'); }
    BOOST_TEST(out == "x");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
