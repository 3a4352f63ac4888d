#include "support/caches.hpp"
#include "support/process.hpp"
#include "workloads/import_child.hpp"
#include "workloads/workloads.hpp"

#include <storh/detail/namespaces.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

namespace storh::bench {

namespace {

measurement run_import(site& on, run_settings const& settings) {
    auto const root = on.fresh_root(settings.records);
    json::value const report = json::parse(run_program(import_command(root, settings)));
    measurement result;
    result.seconds = json::value_to<double>(report.at("seconds"));
    result.enters = json::value_to<std::uint64_t>(report.at("enters"));
    result.peak_kib = json::value_to<std::uint64_t>(report.at("peak_kib"));
    result.operations = settings.records;
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
