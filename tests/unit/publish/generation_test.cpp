#include "publish/commit/generation.hpp"

#include "support/manual_write.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

namespace storh::publish {
namespace {

using test::id_in_bucket;
using test::manual_write;

struct two_writes {
    two_writes() {
        entries.add(first);
        entries.add(second);
    }
    manual_write first{id_in_bucket(1)};
    manual_write second{id_in_bucket(2)};
    generation entries;
};

BOOST_AUTO_TEST_SUITE(generation_suite)

BOOST_FIXTURE_TEST_CASE(finishing_ends_every_write_once_and_empties_it, two_writes) {
    entries.finish({});
    BOOST_TEST(entries.empty());
    for (manual_write const* const one : {&first, &second}) {
        BOOST_TEST(one->finished == 1U);
        BOOST_TEST(!one->error.failed());
    }
}

BOOST_FIXTURE_TEST_CASE(a_failed_barrier_concerns_what_was_renamed_only, two_writes) {
    entries.begin()->is_settled = true;
    second.error = errc::conflict;
    entries.finish(errc::outcome_unknown);
    BOOST_TEST(first.error == make_error_code(errc::outcome_unknown));
    BOOST_TEST(second.error == make_error_code(errc::conflict));
}

BOOST_FIXTURE_TEST_CASE(an_entry_is_live_until_it_fails_or_is_renamed, two_writes) {
    generation_entry& entry = *entries.begin();
    BOOST_TEST(entry.is_live());
    entry.is_settled = true;
    BOOST_TEST(!entry.is_live());
    entry.is_settled = false;
    first.error = errc::locked;
    BOOST_TEST(!entry.is_live());
}

BOOST_FIXTURE_TEST_CASE(only_failures_need_no_barrier, two_writes) {
    BOOST_TEST(entries.needs_barrier());
    first.error = second.error = errc::locked;
    BOOST_TEST(!entries.needs_barrier());
    BOOST_TEST(!generation().needs_barrier());
}

BOOST_FIXTURE_TEST_CASE(a_removal_is_no_put, two_writes) {
    first.kind = write_kind::remove;
    BOOST_TEST(!entries.begin()->is_put());
    BOOST_TEST((entries.begin() + 1)->is_put());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
