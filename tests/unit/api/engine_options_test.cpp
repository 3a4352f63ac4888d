#include <storh/engine_options.hpp>

#include <boost/test/unit_test.hpp>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(engine_options_suite)

BOOST_AUTO_TEST_CASE(the_defaults_are_those_of_the_documentation) {
    engine_options const options;
    BOOST_CHECK(options.backend() == backend_kind::automatic);
    BOOST_TEST(options.rings() == 0U);
    BOOST_TEST(options.in_flight() == 256U);
    BOOST_TEST(options.io_workers() == 64U);
}

BOOST_AUTO_TEST_CASE(values_out_of_range_are_brought_into_it) {
    engine_options options;
    BOOST_TEST(options.rings(1000).rings() == 64U);
    BOOST_TEST(options.in_flight(0).in_flight() == 1U);
    BOOST_TEST(options.in_flight(100000).in_flight() == 1024U);
    BOOST_TEST(options.io_workers(0).io_workers() == 1U);
    BOOST_TEST(options.io_workers(100000).io_workers() == 256U);
}

BOOST_AUTO_TEST_CASE(every_backend_has_the_name_that_programs_take) {
    BOOST_TEST(to_string(backend_kind::automatic) == "automatic");
    BOOST_TEST(to_string(backend_kind::uring) == "uring");
    BOOST_TEST(to_string(backend_kind::threads) == "threads");
    BOOST_TEST(to_string(backend_kind::sync) == "sync");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
