// What the kernel takes for reading the same files through io_uring, with the ids known beforehand and
// nothing parsed: no stream on as many rings can be faster.

#include "support/bucket_directories.hpp"
#include "support/caches.hpp"
#include "support/chain_reader.hpp"
#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "workloads/workloads.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <vector>

namespace storh::bench {

namespace {

constexpr std::size_t read_bytes = 4'096;

using path_list = std::vector<std::string>;

/// The paths in id order, shared out to the rings as the library does.
std::vector<path_list> shares_of(run_settings const& settings, std::size_t rings) {
    auto ids = sample_data(settings.records, settings.record_bytes, settings.seed).ids();
    std::sort(ids.begin(), ids.end());
    std::vector<path_list> shares(rings);
    for (uuid_v7 const& id : ids) {
        shares[id.bucket() * rings / bucket_count].push_back(record_path(id));
    }
    return shares;
}

/// What one thread has done.
struct share_result {
    steady::time_point start;
    steady::time_point end;
    std::uint64_t bytes = 0;
    std::uint64_t enters = 0;
};

share_result read_share(int collection, path_list const& paths, unsigned in_flight) {
    chain_reader reader(in_flight, read_bytes);
    share_result result;
    result.start = steady::now();
    result.bytes = reader.read_all(collection, paths);
    result.end = steady::now();
    result.enters = reader.enters();
    if (result.bytes < paths.size()) throw std::runtime_error("records without bytes");
    return result;
}

/// From the first thread that begins, its ring being there, to the last that ends.
measurement sum_of(std::vector<share_result> const& results) {
    measurement sum;
    auto start = results.front().start;
    auto end = results.front().end;
    for (share_result const& one : results) {
        start = std::min(start, one.start);
        end = std::max(end, one.end);
        sum.enters += one.enters;
    }
    sum.seconds = std::chrono::duration<double>(end - start).count();
    return sum;
}

/// Every share on a ring and a thread of its own.
measurement read_all(int collection, std::vector<path_list> const& shares, std::size_t in_flight) {
    auto const each = static_cast<unsigned>(std::max<std::size_t>(in_flight / shares.size(), 1));
    std::vector<std::future<share_result>> running;
    for (path_list const& paths : shares) {
        running.push_back(
            std::async(std::launch::async, read_share, collection, std::cref(paths), each));
    }
    std::vector<share_result> results;
    for (auto& one : running) results.push_back(one.get());
    measurement sum = sum_of(results);
    for (path_list const& paths : shares) sum.operations += paths.size();
    return sum;
}

measurement run_bare_chains(site& on, run_settings const& settings, bool is_cold) {
    auto const root = on.filled_root(settings);
    auto const shares = shares_of(settings, storh::engine(engine_options_of(settings)).rings());
    descriptor const collection = open_collection(root);
    if (is_cold) {
        drop_caches();
    } else {
        read_all(collection.get(), shares, settings.in_flight);
    }
    return read_all(collection.get(), shares, settings.in_flight);
}

measurement run_warm(site& on, run_settings const& settings) {
    return run_bare_chains(on, settings, false);
}

measurement run_cold(site& on, run_settings const& settings) {
    return run_bare_chains(on, settings, true);
}

}  // namespace

constinit workload const bare_chains_workload{
    .name = "bare-chains",
    .summary = "open, read, close of every record in id order, linked, on bare rings of io_uring",
    .has_rings = true,
    .has_in_flight = true,
    .run = run_warm,
};

constinit workload const bare_chains_cold_workload{
    .name = "bare-chains-cold",
    .summary = "the same with all caches dropped (root)",
    .has_rings = true,
    .has_in_flight = true,
    .is_cold = true,
    .run = run_cold,
};

}  // namespace storh::bench
