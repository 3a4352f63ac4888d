#include "base/xxh128.hpp"

#include "support/fixtures.hpp"

#include <boost/test/unit_test.hpp>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(xxh128_suite)

BOOST_AUTO_TEST_CASE(hashes_are_those_of_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/hashes.json");
    for (json::value const& vector : vectors.as_array()) {
        std::string const bytes = test::bytes_of_hex(test::text_of(vector, "hex"));
        BOOST_TEST(hash_bytes(bytes).to_string() == test::text_of(vector, "xxh128"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
