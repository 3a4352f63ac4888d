#include "doc/upkeep/repair_plan.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace storh::doc {
namespace {

using step = repair_plan::step;

BOOST_AUTO_TEST_SUITE(repair_plan_suite)

BOOST_AUTO_TEST_CASE(only_what_has_been_read_as_damaged_is_looked_at_again) {
    BOOST_TEST(repair_plan::is_mendable(finding_kind::corrupt_record));
    BOOST_TEST(repair_plan::is_mendable(finding_kind::wrong_id));
    BOOST_TEST(repair_plan::is_mendable(finding_kind::wrong_bucket));
    for (auto const kind : {finding_kind::unreadable_record, finding_kind::foreign_file,
                            finding_kind::orphaned_temp, finding_kind::stale_marker}) {
        BOOST_TEST(!repair_plan::is_mendable(kind), to_string(kind));
    }
}

BOOST_AUTO_TEST_CASE(a_file_that_somebody_mended_or_removed_is_left) {
    BOOST_TEST((repair_plan::first_step(std::nullopt) == step::leave));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_still_damaged_goes_into_quarantine) {
    BOOST_TEST((repair_plan::first_step(finding_kind::corrupt_record) == step::quarantine));
    BOOST_TEST((repair_plan::first_step(finding_kind::wrong_id) == step::quarantine));
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_any_more_is_left) {
    BOOST_TEST((repair_plan::first_step(finding_kind::unreadable_record) == step::leave));
}

BOOST_AUTO_TEST_CASE(a_sound_record_in_a_wrong_bucket_goes_home_or_into_quarantine) {
    BOOST_TEST((repair_plan::first_step(finding_kind::wrong_bucket) == step::rehome));
    BOOST_TEST((repair_plan::after_taken(step::rehome) == step::quarantine));
}

BOOST_AUTO_TEST_CASE(nothing_is_done_when_every_quarantine_name_is_taken) {
    BOOST_TEST((repair_plan::after_taken(step::quarantine) == step::leave));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::doc
