// What the file system takes for creating, writing and renaming the same files with no durability at
// all: no store that keeps a file for each record can be faster on one thread.

#include "support/bare_collection.hpp"
#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_floor(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    bare_collection files(root, data);
    write_back(root);

    measurement result;
    auto const start = steady::now();
    for (std::size_t i = 0; i < data.size(); ++i) {
        check_interrupted();
        auto const before = steady::now();
        files.write_temp(i);
        files.publish(i);
        result.latency.add(steady::now() - before);
    }
    result.seconds = seconds_since(start);
    result.operations = data.size();
    write_back(root);
    return result;
}

}  // namespace

constinit workload const floor_workload{
    .name = "floor",
    .summary = "create, write and rename in the page cache, not durable, blocking, 1 thread",
    .run = run_floor,
};

}  // namespace storh::bench
