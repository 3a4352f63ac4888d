#include "support/sample_data.hpp"

#include <storh/json.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>

namespace storh::bench {

BOOST_AUTO_TEST_SUITE(sample_data_suite)

BOOST_AUTO_TEST_CASE(files_have_the_size_that_was_asked_for) {
    sample_data const data(100, 200, 1);
    for (std::size_t i = 0; i < data.size(); ++i) BOOST_TEST(data.file_bytes(i).size() == 200);
    BOOST_TEST(sample_data(1, 5'000, 1).file_bytes(0).size() == 5'000);
}

BOOST_AUTO_TEST_CASE(a_size_below_the_least_gives_the_least) {
    BOOST_TEST(sample_data(1, 1, 1).file_bytes(0).size() < 150);
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_records_and_another_gives_others) {
    BOOST_TEST((sample_data(50, 200, 7).ids() == sample_data(50, 200, 7).ids()));
    BOOST_TEST(sample_data(50, 200, 7).file_bytes(3) == sample_data(50, 200, 7).file_bytes(3));
    BOOST_TEST((sample_data(50, 200, 7).ids() != sample_data(50, 200, 8).ids()));
}

BOOST_AUTO_TEST_CASE(ids_are_distinct_and_spread_over_all_buckets) {
    std::vector<uuid_v7> ids = sample_data(20'000, 200, 1).ids();
    std::array<int, 256> buckets{};
    for (uuid_v7 const& id : ids) ++buckets[id.bucket()];
    BOOST_TEST(*std::min_element(buckets.begin(), buckets.end()) > 30);
    BOOST_TEST(*std::max_element(buckets.begin(), buckets.end()) < 130);
    std::sort(ids.begin(), ids.end());
    BOOST_TEST((std::adjacent_find(ids.begin(), ids.end()) == ids.end()));
}

BOOST_AUTO_TEST_CASE(a_file_is_json_and_shuffling_keeps_every_id) {
    sample_data const data(1'000, 200, 1);
    BOOST_TEST(parse_document(data.file_bytes(17)).has_value());
    std::vector<uuid_v7> ids = shuffled(data.ids(), 1);
    BOOST_TEST((ids != data.ids()));
    BOOST_TEST(std::is_permutation(ids.begin(), ids.end(), data.ids().begin()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
