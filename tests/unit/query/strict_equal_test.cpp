#include "query/strict_equal.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

namespace storh::queries {
namespace {

/// Both ways round.
void check(json::value const& left, json::value const& right, bool is_equal) {
    BOOST_TEST(strictly_equal(left, right) == is_equal, left << " and " << right);
    BOOST_TEST(strictly_equal(right, left) == is_equal, right << " and " << left);
}

void check_equal(std::string_view left, std::string_view right) {
    check(json::parse(left), json::parse(right), true);
}

void check_different(std::string_view left, std::string_view right) {
    check(json::parse(left), json::parse(right), false);
}

// storh-format 8.2
BOOST_AUTO_TEST_SUITE(strict_equal_suite)

BOOST_AUTO_TEST_CASE(a_value_equals_itself) {
    for (std::string_view const text :
         {"null", "true", "false", "0", "-1", "1.5", "\"\"", "\"a\"", "[]", "{}", "[1,[2,{}]]",
          R"({"a":1,"b":{"c":[null]}})", "9223372036854775807", "-9223372036854775808"}) {
        check_equal(text, text);
    }
}

BOOST_AUTO_TEST_CASE(values_of_different_types_differ) {
    std::string_view const values[] = {"null", "true",  "false", "0",   "1",         "1.0",
                                       "\"\"", "\"1\"", "[]",    "[1]", R"({"a":1})"};
    for (auto const& left : values) {
        for (auto const& right : values) {
            if (left != right) check_different(left, right);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_int_is_no_float) {
    check_different("1", "1.0");
    check_different("0", "0.0");
    check_different("0", "-0.0");
    check_different("[1]", "[1.0]");
    check_different(R"({"a":1})", R"({"a":1.0})");
}

BOOST_AUTO_TEST_CASE(zero_equals_minus_zero) {
    check(json::value(0.0), json::value(-0.0), true);
    check_equal("[0.0]", "[-0.0]");
}

BOOST_AUTO_TEST_CASE(not_a_number_equals_nothing) {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    check(json::value(nan), json::value(nan), false);
    double const infinity = std::numeric_limits<double>::infinity();
    check(json::value(infinity), json::value(infinity), true);
    check(json::value(infinity), json::value(-infinity), false);
}

BOOST_AUTO_TEST_CASE(an_int_is_compared_by_value_whether_signed_or_not) {
    check(json::value(std::int64_t{7}), json::value(std::uint64_t{7}), true);
    check(json::value(std::int64_t{-1}), json::value(std::numeric_limits<std::uint64_t>::max()),
          false);
    check(json::value(std::uint64_t{7}), json::value(7.0), false);
    auto const most = std::numeric_limits<std::int64_t>::max();
    check(json::value(most), json::value(static_cast<std::uint64_t>(most)), true);
}

BOOST_AUTO_TEST_CASE(an_int_beyond_those_that_are_stored_equals_nothing) {
    json::value const beyond(std::numeric_limits<std::uint64_t>::max());
    check(beyond, beyond, false);
}

BOOST_AUTO_TEST_CASE(strings_are_compared_bytewise) {
    check_different(R"("a")", R"("A")");
    check_different(R"("a")", R"("a ")");
    check_different(R"("a\u0000b")", R"("a\u0000c")");
    check_different(R"("\u00e9")", R"("e\u0301")");
    check_equal(R"("\u00e9")", "\"\xc3\xa9\"");
}

BOOST_AUTO_TEST_CASE(the_order_of_members_counts) {
    check_equal(R"({"a":1,"b":2})", R"({"a":1,"b":2})");
    check_different(R"({"a":1,"b":2})", R"({"b":2,"a":1})");
    check_different(R"({"x":{"a":1,"b":2}})", R"({"x":{"b":2,"a":1}})");
}

BOOST_AUTO_TEST_CASE(members_need_the_same_names_and_values) {
    check_different(R"({"a":1})", R"({"b":1})");
    check_different(R"({"a":1})", R"({"a":2})");
    check_different(R"({"a":1})", R"({"a":1,"b":2})");
    check_different(R"({"a":null})", "{}");
}

BOOST_AUTO_TEST_CASE(lists_are_compared_element_by_element) {
    check_different("[1,2]", "[2,1]");
    check_different("[1]", "[1,1]");
    check_different("[null]", "[]");
    check_different("[[1]]", "[1]");
}

BOOST_AUTO_TEST_CASE(an_empty_object_equals_an_empty_list) {
    check_equal("{}", "[]");
    check_equal("[{}]", "[[]]");
    check_equal(R"({"a":{"b":[]}})", R"({"a":{"b":{}}})");
    check_different("{}", "null");
    check_different("[]", "false");
    check_different("[]", "[[]]");
}

BOOST_AUTO_TEST_CASE(nested_values_are_compared_to_the_bottom) {
    check_equal(R"({"a":[{"b":[1,{"c":-0.0}]}]})", R"({"a":[{"b":[1,{"c":0.0}]}]})");
    check_different(R"({"a":[{"b":[1,{"c":0.0}]}]})", R"({"a":[{"b":[1,{"c":0}]}]})");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::queries
