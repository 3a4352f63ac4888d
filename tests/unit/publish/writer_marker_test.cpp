#include "publish/writer_marker.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

namespace storh::publish {
namespace {

BOOST_AUTO_TEST_SUITE(writer_marker_suite)

// storh-format 5.3: ^(\d+)\. and 1 .. 0x7fffffff
BOOST_AUTO_TEST_CASE(the_process_id_stands_before_the_first_dot) {
    BOOST_TEST(process_of("1.ab") == 1);
    BOOST_TEST(process_of("4711.0a1b2c3d") == 4711);
    BOOST_TEST(process_of("2147483647.ab") == 2147483647);
    BOOST_TEST(process_of("007.ab") == 7);
    BOOST_TEST(process_of("12.") == 12);
}

BOOST_AUTO_TEST_CASE(a_name_without_a_possible_process_id_has_none) {
    for (char const* const name : {"", ".", ".5", "ab.5", "5", "0.ab", "-5.ab", "+5.ab", " 5.ab",
                                   "5x.ab", "2147483648.ab", "99999999999999999999.ab",
                                   "p0123456789abcdef", "p1.ab"}) {
        BOOST_TEST(process_of(name) == 0, name);
    }
}

BOOST_AUTO_TEST_CASE(a_process_exists_whoever_owns_it) {
    BOOST_TEST(process_exists(::getpid()));
    BOOST_TEST(process_exists(1));
    BOOST_TEST(!process_exists(2000000000));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
