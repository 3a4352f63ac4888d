#include "publish/commit/commit_plan.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::publish {
namespace {

constexpr std::size_t least = 10;

bool is_group(durability wanted, bool honours_syncfs, std::size_t current, std::size_t renamed) {
    file_system_kind on;
    on.honours_syncfs = honours_syncfs;
    on.group_min = least;
    return commit_plan(wanted, on).choose(current, renamed) == commit_way::group;
}

BOOST_AUTO_TEST_SUITE(commit_plan_suite)

BOOST_AUTO_TEST_CASE(by_default_few_writes_are_synced_each_and_many_by_a_barrier) {
    BOOST_TEST(!is_group(durability::automatic, true, 1, 0));
    BOOST_TEST(!is_group(durability::automatic, true, least - 1, 0));
    BOOST_TEST(is_group(durability::automatic, true, least, 0));
    BOOST_TEST(is_group(durability::automatic, true, 100000, 0));
}

BOOST_AUTO_TEST_CASE(a_choice_of_the_collection_is_kept_whatever_the_number) {
    BOOST_TEST(!is_group(durability::record, true, 100000, 0));
    BOOST_TEST(is_group(durability::group, true, 1, 0));
}

BOOST_AUTO_TEST_CASE(where_syncfs_promises_nothing_each_file_is_synced) {
    BOOST_TEST(!is_group(durability::automatic, false, 100000, 0));
    BOOST_TEST(!is_group(durability::group, false, 100000, 0));
}

BOOST_AUTO_TEST_CASE(what_has_been_renamed_is_finished_by_a_barrier) {
    BOOST_TEST(is_group(durability::automatic, true, 0, 1));
    BOOST_TEST(is_group(durability::automatic, true, 1, 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
