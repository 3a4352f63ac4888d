#include "runner.hpp"

#include "workloads/workloads.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::bench {

BOOST_AUTO_TEST_SUITE(runner_suite)

BOOST_AUTO_TEST_CASE(settings_that_make_no_difference_are_put_at_their_defaults) {
    run_settings with;
    with.backend = backend_kind::sync;
    with.rings = 2;
    with.in_flight = 256;
    BOOST_TEST((bench_case(bare_get_workload, with).settings == run_settings()));
}

BOOST_AUTO_TEST_CASE(rings_count_for_what_has_a_backend_or_rings_of_its_own) {
    run_settings with;
    with.backend = backend_kind::sync;
    with.rings = 2;
    bench_case const stream(stream_warm_workload, with);
    BOOST_TEST(stream.settings.rings == 2U);
    BOOST_TEST((stream.settings.backend == backend_kind::sync));
    bench_case const chains(bare_chains_workload, with);
    BOOST_TEST(chains.settings.rings == 2U);
    BOOST_TEST((chains.settings.backend == backend_kind::automatic));
}

BOOST_AUTO_TEST_CASE(a_description_names_what_is_varied) {
    run_settings with;
    with.backend = backend_kind::sync;
    BOOST_TEST(describe(bench_case(stream_warm_workload, with)) ==
               "stream-warm, sync, 20000 records");
    with.rings = 2;
    with.in_flight = 256;
    BOOST_TEST(describe(bench_case(bare_chains_workload, with)) ==
               "bare-chains, 256 in flight, 2 rings, 20000 records");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
