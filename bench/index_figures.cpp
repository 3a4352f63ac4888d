// The figures of collections with indexes. On request only: the large size takes minutes.

#include "figure_builder.hpp"
#include "workloads/workloads.hpp"

namespace storh::bench {

namespace {

constexpr std::size_t small = 10'000;
constexpr std::size_t medium = 100'000;
constexpr std::size_t large = 1'000'000;
constexpr std::size_t in_flight = 256;

bench_case puts(figure_builder const& to, workload const& what, std::size_t records) {
    return to.make.on(backend_kind::uring, what, in_flight, records, durability::group);
}

}  // namespace

void add_index_figures(figure_builder& to) {
    std::size_t const first = to.all.size();
    to.add("put with 6 indexes, 100,000 records, uring + group, 256 in flight / without indexes",
           figure_kind::rate_ratio, puts(to, put_indexed_workload, medium),
           puts(to, put_fields_workload, medium));
    to.at_least(0.6);
    to.add("put with 6 indexes, 1,000,000 records, uring + group, 256 in flight / without indexes",
           figure_kind::rate_ratio, puts(to, put_indexed_workload, large),
           puts(to, put_fields_workload, large));
    to.at_least(0.6);
    to.add("put of one value in an indexed field, 1,000,000 records / 10,000 records",
           figure_kind::rate_ratio, puts(to, put_same_value_workload, large),
           puts(to, put_same_value_workload, small));
    to.at_least(0.8);
    to.add("reindex of 100,000 records, 6 indexes / stream of 100,000 records, warm",
           figure_kind::rate_ratio, to.make.on(backend_kind::uring, reindex_workload, 1, medium),
           to.make.on(backend_kind::uring, stream_warm_workload, in_flight, medium));
    to.at_least(0.5);
    for (std::size_t at = first; at < to.all.size(); ++at) to.all[at].is_on_request = true;
}

}  // namespace storh::bench
