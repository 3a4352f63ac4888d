#include "support/bare_collection.hpp"
#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_bare_put(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    bare_collection files(root, data);
    write_back(root);

    measurement result;
    auto const start = steady::now();
    for (std::size_t i = 0; i < data.size(); ++i) {
        check_interrupted();
        auto const before = steady::now();
        files.write_temp_durably(i);
        files.publish_durably(i);
        result.latency.add(steady::now() - before);
    }
    result.seconds = seconds_since(start);
    result.operations = data.size();
    write_back(root);
    return result;
}

}  // namespace

constinit workload const bare_put_workload{
    .name = "bare-put",
    .summary = "open, write, fsync, rename, directory fsync: blocking, one at a time",
    .run = run_bare_put,
};

}  // namespace storh::bench
