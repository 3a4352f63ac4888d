#include "query/compare.hpp"

#include "query/strict_equal.hpp"
#include "support/fixtures.hpp"
#include "support/seed.hpp"

#include <storh/json.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace storh::queries {
namespace {

json::value parse(std::string const& text) {
    return parse_document("{\"v\":" + text + "}").value().at("v");
}

int sign(std::weak_ordering order) {
    return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

/// Both ways round.
void check(std::string const& left, std::string const& right, int expected) {
    json::value const one = parse(left);
    json::value const other = parse(right);
    BOOST_TEST(sign(compare(one, other)) == expected, left << " and " << right);
    BOOST_TEST(sign(compare(other, one)) == -expected, right << " and " << left);
}

/// Values of the fixture, with its floats read as floats.
std::vector<json::value> fixture_values() {
    std::string const text = test::read_fixture("storh-0.5.0/vectors/compare.json");
    json::array const list = parse_document(text).value().at("values").as_array();
    return std::vector<json::value>(list.begin(), list.end());
}

/// PHP rounds an int to a double before it compares the two, and finds these equal.
bool is_rounded_by_php(json::value const& left, json::value const& right) {
    auto const is_int = [](json::value const& one) { return one == 9007199254740993; };
    auto const is_float = [](json::value const& one) {
        return one.is_double() && one.get_double() == 9007199254740992.0;
    };
    return (is_int(left) && is_float(right)) || (is_float(left) && is_int(right));
}

}  // namespace

// storh-format 8.3
BOOST_AUTO_TEST_SUITE(compare_suite)

BOOST_AUTO_TEST_CASE(every_pair_of_the_matrix_compares_as_php_does) {
    auto const fixture = test::read_json_fixture("storh-0.5.0/vectors/compare.json");
    auto const& signs = fixture.at("sign_of_compare_row_vs_column").as_array();
    std::vector<json::value> const values = fixture_values();
    BOOST_REQUIRE(values.size() == signs.size());
    for (std::size_t row = 0; row < values.size(); ++row) {
        for (std::size_t column = 0; column < values.size(); ++column) {
            if (is_rounded_by_php(values[row], values[column])) continue;
            BOOST_TEST(
                sign(compare(values[row], values[column])) == signs[row].at(column).as_int64(),
                values[row] << " and " << values[column]);
        }
    }
}

BOOST_AUTO_TEST_CASE(values_are_sorted_as_php_sorts_them_except_where_it_rounds) {
    std::vector<json::value> values = fixture_values();
    std::ranges::stable_sort(
        values, [](auto const& left, auto const& right) { return compare(left, right) < 0; });
    std::string const text = test::read_fixture("storh-0.5.0/vectors/compare.json");
    json::array expected = parse_document(text).value().at("stable_sort_ascending").as_array();
    for (std::size_t index = 1; index < expected.size(); ++index) {
        if (is_rounded_by_php(expected[index - 1], expected[index])) {
            std::swap(expected[index - 1], expected[index]);
        }
    }
    BOOST_REQUIRE(values.size() == expected.size());
    for (std::size_t index = 0; index < values.size(); ++index) {
        BOOST_TEST(strictly_equal(values[index], expected[index]), values[index]);
    }
}

BOOST_AUTO_TEST_CASE(an_int_and_a_float_are_compared_exactly) {
    check("9007199254740993", "9007199254740992.0", 1);
    check("9007199254740992", "9007199254740992.0", 0);
    check("-9007199254740993", "-9007199254740992.0", -1);
    check("9223372036854775807", "9223372036854775808.0", -1);
    check("-9223372036854775808", "-9223372036854775808.0", 0);
    check("-9223372036854775808", "-9223372036854777856.0", 1);
    check("9223372036854775807", "1.0e300", -1);
    check("0", "-0.0", 0);
    check("0", "5.0e-324", -1);
    check("0", "-5.0e-324", 1);
    check("-1", "-1.5", 1);
    check("1", "1.5", -1);
}

BOOST_AUTO_TEST_CASE(types_come_in_the_order_of_their_texts) {
    std::string const values[] = {R"("z")", "-1.0e300", "7",    "[1]",       "[]",
                                  "false",  "null",     "true", R"({"a":1})"};
    for (std::size_t left = 0; left < std::size(values); ++left) {
        for (std::size_t right = 0; right < std::size(values); ++right) {
            check(values[left], values[right], left < right ? -1 : (left > right ? 1 : 0));
        }
    }
}

BOOST_AUTO_TEST_CASE(strings_are_compared_by_their_bytes) {
    check(R"("")", R"("a")", -1);
    check(R"("a")", R"("a ")", -1);
    check(R"("a\u0000b")", R"("a")", 1);
    check(R"("Z")", R"("a")", -1);
    check(R"("é")", R"("z")", 1);
}

BOOST_AUTO_TEST_CASE(lists_and_objects_are_compared_by_their_indented_text) {
    check("[]", "[0]", 1);
    check("[1]", "[1,2]", -1);
    check("[1,9]", "[10]", -1);
    check("[2]", "[10]", 1);  // as text
    check("[1]", "[1.5]", -1);
    check("[-1]", "[1]", -1);
    check("[[]]", "[[1]]", 1);
    check("[\"a\\\"\"]", "[\"a#\"]", 1);  // a backslash in the text
    check(R"({"a":1})", R"({"a":1,"b":2})", -1);
    check(R"({"a":2})", R"({"a":1,"b":2})", 1);
    check(R"({"a":1})", R"({"b":0})", -1);
    check(R"({"a":{}})", R"({"a":[]})", 0);
    check("{}", "[]", 0);
    check(R"({"a":{"b":[1,{"c":1}]}})", R"({"a":{"b":[1,{"c":10}]}})", -1);
}

BOOST_AUTO_TEST_CASE(the_order_is_total_and_agrees_with_equality) {
    std::mt19937_64 random(test::random_seed("compare_suite"));
    std::string const values[] = {"null",
                                  "true",
                                  "false",
                                  "0",
                                  "1",
                                  "1.0",
                                  "-0.0",
                                  "1.5",
                                  "-3",
                                  "9007199254740993",
                                  "9007199254740992.0",
                                  R"("")",
                                  R"("a")",
                                  R"("10")",
                                  "[]",
                                  "{}",
                                  "[1]",
                                  "[1.0]",
                                  "[[],1]",
                                  R"({"a":1})",
                                  R"({"a":1,"b":2})",
                                  R"({"b":2,"a":1})",
                                  R"([{"a":[]}])",
                                  R"([{"a":{}}])"};
    for (int round = 0; round < 20000; ++round) {
        json::value const a = parse(values[random() % std::size(values)]);
        json::value const b = parse(values[random() % std::size(values)]);
        json::value const c = parse(values[random() % std::size(values)]);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) BOOST_REQUIRE((compare(a, c) <= 0));
        if (strictly_equal(a, b)) BOOST_REQUIRE((compare(a, b) == 0));
        BOOST_REQUIRE(sign(compare(a, b)) == -sign(compare(b, a)));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::queries
