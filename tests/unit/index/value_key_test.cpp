#include "index/value_key.hpp"
#include "support/seed.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace storh::index {
namespace {

/// The exact order of an integer and a double.
int order(std::int64_t left, double right) {
    if (right >= 9223372036854775808.0) return -1;
    if (right < -9223372036854775808.0) return 1;
    auto const whole = static_cast<std::int64_t>(right);
    if (left != whole) return left < whole ? -1 : 1;
    double const rest = right - static_cast<double>(whole);
    return rest > 0 ? -1 : (rest < 0 ? 1 : 0);
}

int order(json::value const& left, json::value const& right) {
    if (left.is_int64() && right.is_int64()) {
        return left.get_int64() < right.get_int64() ? -1 : left.get_int64() > right.get_int64();
    }
    if (left.is_int64()) return order(left.get_int64(), right.get_double());
    if (right.is_int64()) return -order(right.get_int64(), left.get_double());
    return left.get_double() < right.get_double() ? -1 : left.get_double() > right.get_double();
}

int rank_order(json::value const& left, json::value const& right) {
    std::string const one = key_of(left);
    std::string const other = key_of(right);
    int const result = rank_of(one).compare(rank_of(other));
    return result < 0 ? -1 : result > 0;
}

json::value random_number(std::mt19937_64& random) {
    std::uint64_t const bits = random();
    switch (random() % 5) {
        case 0: return static_cast<std::int64_t>(bits);
        case 1: return static_cast<std::int64_t>(bits >> (random() % 64)) - 3;
        case 2: return static_cast<double>(static_cast<std::int64_t>(bits >> (random() % 64)));
        case 3: return static_cast<double>(static_cast<std::int64_t>(bits)) / 1024.0;
        default: break;
    }
    double const any = std::bit_cast<double>(bits);
    return std::isfinite(any) ? any : 0.5;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(value_key_suite)

BOOST_AUTO_TEST_CASE(numbers_sort_by_their_exact_values) {
    std::mt19937_64 random(test::random_seed("numbers"));
    for (int round = 0; round < 200000; ++round) {
        json::value const left = random_number(random);
        json::value const right = random_number(random);
        BOOST_REQUIRE_MESSAGE(rank_order(left, right) == order(left, right),
                              left << " against " << right);
    }
}

BOOST_AUTO_TEST_CASE(neighbours_among_extreme_numbers_are_told_apart) {
    using limits = std::numeric_limits<double>;
    std::vector<json::value> const ascending{-limits::max(),
                                             -9223372036854777856.0,
                                             std::numeric_limits<std::int64_t>::min(),
                                             std::numeric_limits<std::int64_t>::min() + 1,
                                             -1.5,
                                             -1,
                                             -limits::min(),
                                             -limits::denorm_min(),
                                             0,
                                             limits::denorm_min(),
                                             2 * limits::denorm_min(),
                                             limits::min(),
                                             1,
                                             std::nextafter(1.0, 2.0),
                                             2,
                                             9007199254740992,
                                             9007199254740993,
                                             9007199254740994.0,
                                             std::numeric_limits<std::int64_t>::max(),
                                             9223372036854775808.0,
                                             limits::max()};
    for (std::size_t left = 0; left < ascending.size(); ++left) {
        for (std::size_t right = 0; right < ascending.size(); ++right) {
            int const expected = left < right ? -1 : left > right;
            BOOST_TEST(rank_order(ascending[left], ascending[right]) == expected,
                       ascending[left] << " against " << ascending[right]);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_integer_and_an_equal_double_have_one_rank_and_two_keys) {
    BOOST_TEST(rank_order(1, 1.0) == 0);
    BOOST_TEST(key_of(1) != key_of(1.0));
    BOOST_TEST(key_of(0.0) == key_of(-0.0));
    BOOST_TEST(key_of(0) != key_of(0.0));
    // Beyond every integer that can be stored.
    BOOST_TEST(rank_order(9223372036854775808ULL, 9223372036854775808.0) == 0);
}

BOOST_AUTO_TEST_CASE(strings_sort_bytewise_whatever_their_length) {
    std::string const nul(1, '\0');
    std::vector<std::string> const ascending{"",
                                             nul,
                                             nul + "a",
                                             "a",
                                             "a" + nul,
                                             "ab",
                                             "b",
                                             std::string(2000, 'b'),
                                             std::string(2000, 'b') + nul,
                                             std::string(2001, 'b'),
                                             "\xc3\xa9",
                                             "\xf0\x9f\x98\x80"};
    for (std::size_t at = 1; at < ascending.size(); ++at) {
        BOOST_TEST((key_of(json::value(ascending[at - 1])) < key_of(json::value(ascending[at]))));
    }
}

BOOST_AUTO_TEST_CASE(types_sort_by_the_first_byte_of_their_text) {
    std::vector<json::value> const ascending{"z",   -5,      7,    json::array{1},
                                             false, nullptr, true, json::object{}};
    for (std::size_t at = 1; at < ascending.size(); ++at) {
        BOOST_TEST((key_of(ascending[at - 1]) < key_of(ascending[at])));
    }
    BOOST_TEST(!is_exact(key_of(json::array())));
    BOOST_TEST(!is_exact(key_of(json::object())));
    BOOST_TEST(is_exact(key_of("[")));
}

BOOST_AUTO_TEST_CASE(pairs_are_equal_only_when_both_values_are) {
    BOOST_TEST(pair_key(key_of("a"), key_of("bc")) != pair_key(key_of("ab"), key_of("c")));
    BOOST_TEST(pair_key(key_of("a"), key_of(1)) == pair_key(key_of("a"), key_of(1)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::index
