#include "support/read_run.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_get_many(site& on, run_settings const& settings, bool is_cold) {
    return run_reads(
        on, settings, is_cold, [&](store_session& session, std::vector<uuid_v7> const& ids) {
            get_many_operation const operation(session.store(), ids, settings.in_flight);
            return run_closed_loop(session.context(), operation, operation.calls(), 1);
        });
}

measurement run_warm(site& on, run_settings const& settings) {
    return run_get_many(on, settings, false);
}

measurement run_cold(site& on, run_settings const& settings) {
    return run_get_many(on, settings, true);
}

}  // namespace

constinit workload const get_many_warm_workload{
    .name = "get-many-warm",
    .summary = "get_many() of 5,000 records a call, all in the page cache; latency is of a call",
    .has_backend = true,
    .has_in_flight = true,
    .run = run_warm,
};

constinit workload const get_many_cold_workload{
    .name = "get-many-cold",
    .summary = "the same with all caches dropped (root)",
    .has_backend = true,
    .has_in_flight = true,
    .is_cold = true,
    .run = run_cold,
};

}  // namespace storh::bench
