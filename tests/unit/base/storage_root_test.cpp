#include <storh/storage_root.hpp>

#include "support/fixtures.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(storage_root_suite)

BOOST_AUTO_TEST_CASE(paths_are_those_of_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/storage-root.json");
    for (json::value const& vector : vectors.as_array()) {
        std::string const root = test::text_of(vector, "root");
        auto const path = storage_root(root, test::text_of(vector, "namespace"));
        if (vector.as_object().contains("error")) {
            BOOST_TEST(path.error() == make_error_code(errc::invalid_name), root);
        } else {
            BOOST_TEST(path.value() == test::text_of(vector, "path"));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_namespace_has_a_default) {
    BOOST_TEST(storage_root("/var/storh").value() == "/var/storh/runtime-storage");
}

BOOST_AUTO_TEST_CASE(nul_and_vertical_tab_around_the_root_are_trimmed) {
    BOOST_TEST(storage_root(std::string_view("\0\x0b/a\x0b\0", 6), "n").value() == "/a/n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
