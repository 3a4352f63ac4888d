#include "support/caches.hpp"
#include "workloads/child.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_import(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    measurement const result = run_child("--measure-import", root, settings);
    write_back(root);
    return result;
}

}  // namespace

constinit workload const import_memory_workload{
    .name = "import-memory",
    .summary = "import lines through an inserter, in a process of its own: its peak memory",
    .has_backend = true,
    .has_durability = true,
    .has_in_flight = true,
    .run = run_import,
};

}  // namespace storh::bench
