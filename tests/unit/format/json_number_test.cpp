#include "format/json_number.hpp"

#include "support/fixtures.hpp"
#include "support/seed.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace storh {
namespace {

std::string written(double value) {
    char text[double_text_bytes_max];
    return std::string(text, write_double(text, value));
}

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

BOOST_AUTO_TEST_SUITE(json_number_suite)

BOOST_AUTO_TEST_CASE(doubles_are_written_and_read_as_by_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/numbers.json");
    for (json::value const& vector : vectors.at("doubles").as_array()) {
        std::uint64_t const bits = std::stoull(test::text_of(vector, "bits"), nullptr, 16);
        double const value = std::bit_cast<double>(bits);
        std::string const text = test::text_of(vector, "json");
        BOOST_TEST(written(value) == text);
        BOOST_TEST(bits_of(read_double(text, value).value()) == bits, text);
    }
}

BOOST_AUTO_TEST_CASE(the_layout_changes_at_the_bounds_of_php) {
    BOOST_TEST(written(0.0001) == "0.0001");
    BOOST_TEST(written(0.00012345) == "0.00012345");
    BOOST_TEST(written(0.00001) == "1.0e-5");
    BOOST_TEST(written(1e16) == "10000000000000000.0");
    BOOST_TEST(written(12345678901234568.0) == "12345678901234568.0");
    BOOST_TEST(written(99999999999999984.0) == "99999999999999980.0");
    BOOST_TEST(written(1e17) == "1.0e+17");
    BOOST_TEST(written(1.5e-7) == "1.5e-7");
    BOOST_TEST(written(100.25) == "100.25");
    BOOST_TEST(written(-0.0) == "-0.0");
    BOOST_TEST(written(5e-324) == "5.0e-324");
    BOOST_TEST(written(-std::numeric_limits<double>::max()) == "-1.7976931348623157e+308");
    BOOST_TEST(written(-2.2250738585072014e-308).size() == double_text_bytes_max);
}

BOOST_AUTO_TEST_CASE(what_is_too_large_has_no_value_and_what_is_too_small_is_zero) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    BOOST_TEST(!read_double("1e400", infinity).has_value());
    BOOST_TEST(!read_double("-1.7976931348623159e308", -infinity).has_value());
    BOOST_TEST(bits_of(read_double("1e-400", 0).value()) == bits_of(0.0));
    BOOST_TEST(bits_of(read_double("-1e-400", -0.0).value()) == bits_of(-0.0));
}

BOOST_AUTO_TEST_CASE(random_doubles_come_back_bit_by_bit) {
    std::mt19937_64 random(test::random_seed("random_doubles_come_back_bit_by_bit"));
    for (int i = 0; i != 500000; ++i) {
        double const value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) {
            continue;
        }
        std::string const text = written(value);
        if (bits_of(read_double(text, value).value()) != bits_of(value)) {
            BOOST_TEST(false, text);
        }
        if (text.find('.') == std::string::npos || text.size() > double_text_bytes_max) {
            BOOST_TEST(false, text);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
