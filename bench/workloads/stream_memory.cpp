#include "workloads/child.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

measurement run_stream(site& on, run_settings const& settings) {
    return run_child("--measure-stream", on.filled_root(settings), settings);
}

}  // namespace

constinit workload const stream_memory_workload{
    .name = "stream-memory",
    .summary = "stream() of everything in a process of its own: by how much its memory grows",
    .has_backend = true,
    .run = run_stream,
};

}  // namespace storh::bench
