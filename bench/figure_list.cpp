// The list of figures. Record counts are as small as a steady rate allows, so that a run of all takes
// less than eight minutes on each file system.

#include "figures.hpp"
#include "workloads/workloads.hpp"

#include <algorithm>
#include <stdexcept>

namespace storh::bench {

namespace {

constexpr std::size_t slow_records = 1'500;  // a few hundred a second
constexpr std::size_t fast_records = 20'000;
constexpr std::size_t many_records = 200'000;
constexpr std::size_t large_collection = 300'000;

struct cases {
    explicit cases(std::uint64_t seed) { settings.seed = seed; }

    [[nodiscard]] bench_case bare(workload const& what, std::size_t records) const {
        run_settings with = settings;
        with.records = records;
        return {what, with};
    }

    [[nodiscard]] bench_case on(backend_kind backend, workload const& what, std::size_t in_flight,
                                std::size_t records,
                                durability durable = durability::automatic) const {
        run_settings with = settings;
        with.backend = backend;
        with.in_flight = in_flight;
        with.records = records;
        with.durable = durable;
        return {what, with};
    }

    run_settings settings;
};

struct list {
    explicit list(std::uint64_t seed) : make(seed) {}

    figure& add(std::string_view text, figure_kind kind, bench_case measured,
                std::optional<bench_case> reference) {
        figure& one = all.emplace_back();
        one.number = static_cast<int>(all.size());
        one.text = text;
        one.kind = kind;
        one.measured = measured;
        one.reference = reference;
        return one;
    }

    void at_least(double bound) { all.back().bound = bound; }
    void at_most(double bound) {
        all.back().bound = bound;
        all.back().is_at_least = false;
    }

    cases make;
    std::vector<figure> all;
};

void add_puts(list& to) {
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

void add_gets(list& to) {
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

void add_collections(list& to) {
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
    list made(seed);
    add_puts(made);
    add_gets(made);
    add_collections(made);
    if (only.empty()) return std::move(made.all);

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
