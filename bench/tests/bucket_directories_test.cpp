#include "support/bucket_directories.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::bench {

BOOST_AUTO_TEST_SUITE(bucket_directories_suite)

BOOST_AUTO_TEST_CASE(buckets_and_records_have_the_paths_that_the_library_gives_them) {
    BOOST_TEST(bucket_path(0) == "data/00");
    BOOST_TEST(bucket_path(0xa7) == "data/a7");
    auto const id = uuid_v7::parse("018bcfe5-6800-7000-8000-f30000000001").value();
    BOOST_TEST(record_path(id) == "data/f3/018bcfe5-6800-7000-8000-f30000000001.jsonc");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
