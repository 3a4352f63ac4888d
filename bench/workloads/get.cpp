#include "support/read_run.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_get(site& on, run_settings const& settings, bool is_cold) {
    return run_reads(
        on, settings, is_cold, [&](store_session& session, std::vector<uuid_v7> const& ids) {
            return run_closed_loop(session.context(), get_operation(session.store(), ids),
                                   ids.size(), settings.in_flight);
        });
}

measurement run_warm(site& on, run_settings const& settings) {
    return run_get(on, settings, false);
}

measurement run_cold(site& on, run_settings const& settings) {
    return run_get(on, settings, true);
}

}  // namespace

constinit workload const get_warm_workload{
    .name = "get-warm",
    .summary = "get() of every record in random order, all of them in the page cache",
    .has_backend = true,
    .has_in_flight = true,
    .run = run_warm,
};

constinit workload const get_cold_workload{
    .name = "get-cold",
    .summary = "the same with all caches dropped (root)",
    .has_backend = true,
    .has_in_flight = true,
    .is_cold = true,
    .run = run_cold,
};

}  // namespace storh::bench
