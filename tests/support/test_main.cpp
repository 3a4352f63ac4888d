#define BOOST_TEST_MODULE storh
#include <boost/test/unit_test.hpp>
