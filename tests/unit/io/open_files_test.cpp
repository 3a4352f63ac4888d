#include "io/open_files.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/resource.h>

#include <limits>

namespace storh::io {
namespace {

BOOST_AUTO_TEST_SUITE(open_files_suite)

BOOST_AUTO_TEST_CASE(rings_share_what_the_process_does_not_need_itself) {
    BOOST_TEST(open_files_max(1024, 1) == 248U);
    BOOST_TEST(open_files_max(1024, 8) == 31U);
    BOOST_TEST(open_files_max(64, 1) == 8U);
    BOOST_TEST(open_files_max(64, 2) == 4U);
}

BOOST_AUTO_TEST_CASE(a_ring_never_gets_more_than_256) {
    BOOST_TEST(open_files_max(1056, 1) == 256U);
    BOOST_TEST(open_files_max(1 << 20, 1) == 256U);
    BOOST_TEST(open_files_max(RLIM_INFINITY, 64) == 256U);
    BOOST_TEST(open_files_max(std::numeric_limits<std::uint64_t>::max(), 1) == 256U);
}

BOOST_AUTO_TEST_CASE(a_ring_always_gets_two_so_that_work_goes_on) {
    for (std::uint64_t const limit : {0U, 1U, 31U, 32U, 33U, 64U}) {
        BOOST_TEST(open_files_max(limit, 64) == 2U, limit);
    }
}

BOOST_AUTO_TEST_CASE(the_limit_of_this_process_is_taken_as_it_is_now) {
    rlimit limit = {};
    BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
    BOOST_TEST(open_files_max(2) == open_files_max(limit.rlim_cur, 2));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
