// What a page takes at the least without memory of what the directories hold: a look at each of the
// 256 buckets for changes, and the reads.

#include "support/bucket_directories.hpp"
#include "support/closed_loop.hpp"
#include "support/page_plan.hpp"
#include "support/sample_data.hpp"
#include "workloads/workloads.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <string>
#include <vector>

namespace storh::bench {

namespace {

using path_list = std::vector<std::string>;

path_list paths_of_buckets() {
    path_list paths;
    for (std::size_t i = 0; i < bucket_count; ++i) paths.push_back(bucket_path(i));
    return paths;
}

std::vector<path_list> paths_of_pages(page_plan const& plan) {
    std::vector<path_list> pages(plan.size());
    for (std::size_t i = 0; i < plan.size(); ++i) {
        for (uuid_v7 const& id : plan.page(i)) pages[i].push_back(record_path(id));
    }
    return pages;
}

void look_at(int collection, std::string const& bucket) {
    struct statx status {};
    checked(::statx(collection, bucket.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &status),
            "statx");
}

void read_record(int collection, std::string const& path) {
    std::array<char, 4'096> buffer;
    descriptor const file = open_file(collection, path.c_str(), O_RDONLY);
    checked(::read(file.get(), buffer.data(), buffer.size()), "read");
}

measurement read_pages(int collection, std::vector<path_list> const& pages) {
    path_list const buckets = paths_of_buckets();
    measurement result;
    for (path_list const& page : pages) {
        check_interrupted();
        auto const start = steady::now();
        for (std::string const& bucket : buckets) look_at(collection, bucket);
        for (std::string const& path : page) read_record(collection, path);
        auto const taken = steady::now() - start;
        result.latency.add(taken);
        result.seconds += std::chrono::duration<double>(taken).count();
    }
    result.operations = pages.size();
    return result;
}

measurement run_bare_page(site& on, run_settings const& settings) {
    auto const root = on.filled_root(settings);
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    auto const pages = paths_of_pages(page_plan(data.ids(), settings.seed));
    descriptor const collection = open_collection(root);
    read_pages(collection.get(), pages);
    return read_pages(collection.get(), pages);
}

}  // namespace

constinit workload const bare_page_workload{
    .name = "bare-page",
    .summary = "256 statx of the buckets and 100 openat, read, close: blocking, 1 thread",
    .run = run_bare_page,
};

}  // namespace storh::bench
