// The figures of walks over whole collections, the same at two sizes, and of pages. On request only:
// the large size takes minutes and 5 GB of disk.

#include "figure_builder.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

constexpr std::size_t medium = 100'000;
constexpr std::size_t large = 1'000'000;
constexpr std::size_t stream_window = 256;  // records that a stream reads ahead

/// Texts are literals, since a figure keeps none of its own.
struct walk_texts {
    std::string_view stream_cold;
    std::string_view stream_warm;
    std::string_view stream_bare;
    std::string_view verify;
};

constexpr walk_texts medium_texts{
    .stream_cold = "stream of 100,000 records, cold, uring, 2 rings / blocking, 1 thread",
    .stream_warm = "stream of 100,000 records, warm, uring, 2 rings / blocking, 1 thread",
    .stream_bare = "stream of 100,000 records, warm, uring, 2 rings / bare chains, 2 rings",
    .verify = "verify 100,000 records, cold, uring, 2 rings / blocking, 1 thread",
};
constexpr walk_texts large_texts{
    .stream_cold = "stream of 1,000,000 records, cold, uring, 2 rings / blocking, 1 thread",
    .stream_warm = "stream of 1,000,000 records, warm, uring, 2 rings / blocking, 1 thread",
    .stream_bare = "stream of 1,000,000 records, warm, uring, 2 rings / bare chains, 2 rings",
    .verify = "verify 1,000,000 records, cold, uring, 2 rings / blocking, 1 thread",
};

bench_case on_rings(figure_builder const& to, workload const& what, std::size_t records) {
    return to.make.rings(2, to.make.on(backend_kind::uring, what, stream_window, records));
}

bench_case on_one_thread(figure_builder const& to, workload const& what, std::size_t records) {
    return to.make.rings(1, to.make.on(backend_kind::sync, what, 1, records));
}

void add_walks(figure_builder& to, std::size_t records, walk_texts const& texts) {
    auto const add = [&](std::string_view text, workload const& what, bench_case reference) {
        to.add(text, figure_kind::rate_ratio, on_rings(to, what, records), reference);
    };
    add(texts.stream_cold, stream_cold_workload, on_one_thread(to, stream_cold_workload, records));
    to.at_least(10);
    add(texts.stream_warm, stream_warm_workload, on_one_thread(to, stream_warm_workload, records));
    to.at_least(2.5);
    add(texts.stream_bare, stream_warm_workload, on_rings(to, bare_chains_workload, records));
    to.at_least(0.6);
    add(texts.verify, verify_cold_workload, on_one_thread(to, verify_cold_workload, records));
    to.at_least(8);
}

void add_pages(figure_builder& to) {
    bench_case const page = on_rings(to, page_workload, large);
    to.add(
        "100 records after a cursor in 1,000,000, second call, p50 / 256 statx and 100 bare open, "
        "read, close, 1 thread",
        figure_kind::p50_ratio, page, to.make.bare(bare_page_workload, large));
    to.at_most(1.5);
    to.add("100 records after a cursor in 1,000,000, second call, p50 / in 100,000",
           figure_kind::p50_ratio, page, on_rings(to, page_workload, medium));
    to.at_most(1.3);
}

void add_memory(figure_builder& to) {
    constexpr double mib = 1 << 20;
    to.add(
        "memory that a stream of 1,000,000 records adds, MiB resident (16 bytes an id and 32 MiB)",
        figure_kind::peak_mib, on_rings(to, stream_memory_workload, large), std::nullopt);
    to.at_most(static_cast<double>(16 * large) / mib + 32);
}

}  // namespace

void add_stream_figures(figure_builder& to) {
    std::size_t const others = to.all.size();
    add_walks(to, medium, medium_texts);
    add_walks(to, large, large_texts);
    add_pages(to);
    add_memory(to);
    for (std::size_t i = others; i < to.all.size(); ++i) to.all[i].is_on_request = true;
}

}  // namespace storh::bench
