#include "base/random.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(random_suite)

BOOST_AUTO_TEST_CASE(random_hex_has_two_lower_case_digits_a_byte) {
    for (std::size_t bytes : {0U, 1U, 4U, 6U, 32U, 33U, 100U}) {
        std::string const text = random_hex(bytes);
        BOOST_TEST(text.size() == 2 * bytes);
        BOOST_TEST(text.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(random_bytes_do_not_repeat) {
    std::set<std::string> seen;
    for (int i = 0; i != 1000; ++i) {
        seen.insert(random_hex(8));
    }
    BOOST_TEST(seen.size() == 1000U);
}

BOOST_AUTO_TEST_CASE(a_large_request_is_filled_to_its_end) {
    std::array<std::uint8_t, 4096> bytes{};
    fill_random(bytes);
    // 64 zero bytes in a row by chance: once in 2^512 tries.
    BOOST_TEST(std::any_of(bytes.end() - 64, bytes.end(), [](std::uint8_t b) { return b != 0; }));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
