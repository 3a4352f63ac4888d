// The list of figures. Record counts are as small as a steady rate allows, so that a run of those of
// this file takes less than eight minutes on each file system.

#include "figure_builder.hpp"
#include "figures.hpp"
#include "workloads/workloads.hpp"

#include <stdexcept>

namespace storh::bench {

namespace {

constexpr std::size_t slow_records = 1'500;  // a few hundred a second
constexpr std::size_t fast_records = 20'000;
constexpr std::size_t many_records = 200'000;
constexpr std::size_t large_collection = 300'000;

void add_puts(figure_builder& to) {
    using enum backend_kind;
    auto const& make = to.make;
    auto const blocking = make.on(sync, put_workload, 1, slow_records, durability::record);
    auto const grouped = make.on(uring, put_workload, 256, fast_records, durability::group);
    to.add("put, uring + group, 256 in flight / put, sync, one at a time", figure_kind::rate_ratio,
           grouped, blocking);
    to.at_least(20);
    to.add("put, uring + record, 256 in flight / put, sync, one at a time", figure_kind::rate_ratio,
           make.on(uring, put_workload, 256, fast_records, durability::record), blocking);
    to.at_least(10);
    to.add(
          "put, uring + group, 16,384 in flight, 300,000 records / 256 in flight, the first 20,000 "
          "records",
          figure_kind::rate_ratio,
          make.on(uring, put_workload, 16'384, large_collection, durability::group), grouped)
        .only_on = "ext4";
    to.at_least(0.8);
    to.add(
        "put, uring + group, 1,024 in flight / the floor (create, write, rename with no "
        "durability, blocking, 1 thread)",
        figure_kind::rate_ratio,
        make.on(uring, put_workload, 1'024, fast_records, durability::group),
        make.bare(floor_workload, fast_records));
    to.at_least(0.6);
    to.add(
        "put, 1 in flight, uring, p50 / the bare system calls open, write, fsync, rename, "
        "directory fsync",
        figure_kind::p50_ratio, make.on(uring, put_workload, 1, slow_records),
        make.bare(bare_put_workload, slow_records));
    to.at_most(1.2);
}

void add_gets(figure_builder& to) {
    using enum backend_kind;
    auto const& make = to.make;
    to.add("get, warm, 1 in flight, p50 / bare open, read, close plus parsing",
           figure_kind::p50_ratio, make.on(uring, get_warm_workload, 1, fast_records),
           make.bare(bare_get_parse_workload, fast_records));
    to.at_most(1.5);
    to.add("get_many, warm, 64 in flight / bare open, read, close, 1 thread",
           figure_kind::rate_ratio, make.on(uring, get_many_warm_workload, 64, fast_records),
           make.bare(bare_get_workload, fast_records));
    to.at_least(2);
    to.add("get_many, cold (caches dropped), 64 in flight / sync, one at a time",
           figure_kind::rate_ratio, make.on(uring, get_many_cold_workload, 64, fast_records),
           make.on(sync, get_cold_workload, 1, fast_records));
    to.at_least(8);
}

void add_collections(figure_builder& to) {
    using enum backend_kind;
    auto const& make = to.make;
    to.add("opening a collection of 200,000 records after a clean close / opening one of 100",
           figure_kind::p50_ratio, make.on(uring, open_workload, 1, many_records),
           make.on(uring, open_workload, 1, 100));
    to.at_most(1.5);
    to.add("memory while importing 200,000 records, 1,024 in flight, MiB resident",
           figure_kind::peak_mib, make.on(uring, import_memory_workload, 1'024, many_records),
           std::nullopt);
    to.at_most(64);
}

}  // namespace

std::vector<figure> figures(std::vector<int> const& only, std::uint64_t seed) {
    figure_builder made(seed);
    add_puts(made);
    add_gets(made);
    add_collections(made);
    add_stream_figures(made);
    add_index_figures(made);
    if (only.empty()) {
        std::erase_if(made.all, [](figure const& one) { return one.is_on_request; });
        return std::move(made.all);
    }
    std::vector<figure> wanted;
    for (int const number : only) {
        if (number < 1 || number > static_cast<int>(made.all.size())) {
            throw std::invalid_argument("there is no figure " + std::to_string(number));
        }
        wanted.push_back(made.all[static_cast<std::size_t>(number - 1)]);
    }
    return wanted;
}

}  // namespace storh::bench
