#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/store_session.hpp"
#include "workloads/workloads.hpp"

#include <stdexcept>

namespace storh::bench {

namespace {

asio::awaitable<void> verify_into(doc_store store, verify_report* report) {
    auto verifying = store.verify();
    *report = co_await std::move(verifying);
}

measurement run_verify(site& on, run_settings const& settings) {
    store_session session(on.filled_root(settings), settings, access_mode::read_only);
    drop_caches();
    verify_report report;
    auto const enters = session.enters();
    auto const start = steady::now();
    run_to_end(session.context(), verify_into(session.store(), &report));
    measurement result;
    result.seconds = seconds_since(start);
    result.enters = session.enters() - enters;
    result.operations = report.records;
    if (report.records != settings.records || !report.findings().empty()) {
        throw std::runtime_error("verify found something else than was stored");
    }
    session.close();
    return result;
}

}  // namespace

constinit workload const verify_cold_workload{
    .name = "verify-cold",
    .summary = "verify() of the whole collection with all caches dropped (root)",
    .has_backend = true,
    .is_cold = true,
    .run = run_verify,
};

}  // namespace storh::bench
