#include "doc/patch_turns.hpp"

#include "support/ids.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace storh::doc {
namespace {

using test::id_in_bucket;

/// Patches are only passed on, so any distinct addresses do.
struct patches {
    patch_operation& operator[](std::size_t number) {
        return reinterpret_cast<patch_operation&>(places[number]);
    }
    std::array<std::max_align_t, 4> places{};
};

BOOST_AUTO_TEST_SUITE(patch_turns_suite)

BOOST_AUTO_TEST_CASE(patches_of_one_record_begin_in_order_each_after_the_other) {
    patch_turns turns;
    patches all;
    uuid_v7 const id = id_in_bucket(1);
    BOOST_TEST(turns.arrive(id, all[0]));
    BOOST_TEST(!turns.arrive(id, all[1]));
    BOOST_TEST(!turns.arrive(id, all[2]));
    BOOST_TEST(turns.leave(id) == &all[1]);
    BOOST_TEST(!turns.arrive(id, all[3]));
    BOOST_TEST(turns.leave(id) == &all[2]);
    BOOST_TEST(turns.leave(id) == &all[3]);
    BOOST_CHECK(turns.leave(id) == nullptr);
}

BOOST_AUTO_TEST_CASE(patches_of_different_records_do_not_wait_for_each_other) {
    patch_turns turns;
    patches all;
    BOOST_TEST(turns.arrive(id_in_bucket(1, 1), all[0]));
    BOOST_TEST(turns.arrive(id_in_bucket(1, 2), all[1]));
    BOOST_CHECK(turns.leave(id_in_bucket(1, 1)) == nullptr);
    BOOST_CHECK(turns.leave(id_in_bucket(1, 2)) == nullptr);
}

BOOST_AUTO_TEST_CASE(after_the_last_has_left_the_next_begins_at_once) {
    patch_turns turns;
    patches all;
    uuid_v7 const id = id_in_bucket(1);
    for (std::size_t number = 0; number < 3; ++number) {
        BOOST_TEST(turns.arrive(id, all[number]));
        BOOST_CHECK(turns.leave(id) == nullptr);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::doc
