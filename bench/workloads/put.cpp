#include "support/caches.hpp"
#include "support/measured.hpp"
#include "support/put_operation.hpp"
#include "support/store_session.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_put(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    store_session session(root, settings);
    write_back(root);

    auto const enters = session.enters();
    loop_result loop = run_closed_loop(session.context(), put_operation(session.store(), data),
                                       data.size(), settings.in_flight);
    measurement result = measured(std::move(loop), data.size());
    result.enters = session.enters() - enters;
    session.close();
    write_back(root);
    return result;
}

}  // namespace

constinit workload const put_workload{
    .name = "put",
    .summary = "store new records, each in flight until it is durable",
    .has_backend = true,
    .has_durability = true,
    .has_in_flight = true,
    .run = run_put,
};

}  // namespace storh::bench
