#include "base/names.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(names_suite)

BOOST_AUTO_TEST_CASE(letters_digits_underscore_dot_and_hyphen_are_accepted) {
    for (std::string const& name :
         {std::string("a"), std::string("Pages_2.v-1"), std::string("-"), std::string(255, 'n')}) {
        BOOST_TEST(!check_name(name), name);
    }
}

BOOST_AUTO_TEST_CASE(names_that_hide_or_are_too_long_or_leave_the_root_are_refused) {
    for (std::string const& name :
         {std::string(), std::string("."), std::string(".."), std::string(".storh"),
          std::string("../x"), std::string("a/b"), std::string("a b"), std::string("a\0b", 3),
          std::string("\xc3\xa9"), std::string("a\\b"), std::string(256, 'n')}) {
        BOOST_TEST(check_name(name) == make_error_code(errc::invalid_name), name);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
