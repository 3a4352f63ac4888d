#include "support/bucket_directories.hpp"
#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/sample_data.hpp"
#include "support/site.hpp"
#include "workloads/workloads.hpp"

#include <storh/json.hpp>

#include <fcntl.h>

#include <string>
#include <string_view>
#include <vector>

namespace storh::bench {

namespace {

struct bare_read {
    bool parses = false;
    bool is_cold = false;
};

std::vector<std::string> paths_of(run_settings const& settings) {
    sample_data const data(settings.records, settings.record_bytes, settings.seed);
    std::vector<std::string> paths;
    for (uuid_v7 const& id : shuffled(data.ids(), settings.seed)) paths.push_back(record_path(id));
    return paths;
}

/// Opens, reads and closes, and parses if asked to.
void read_one(int collection, std::string const& path, std::vector<char>& buffer, bool parses) {
    ssize_t count = 0;
    {
        descriptor const file = open_file(collection, path.c_str(), O_RDONLY);
        count = checked(::read(file.get(), buffer.data(), buffer.size()), "read");
    }
    if (!parses) return;
    auto const document =
        parse_document(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
    if (!document) throw boost::system::system_error(document.error());
}

measurement read_all(int collection, std::vector<std::string> const& paths, std::size_t bytes_max,
                     bool parses) {
    std::vector<char> buffer(bytes_max);
    measurement result;
    auto const start = steady::now();
    for (std::string const& path : paths) {
        check_interrupted();
        auto const before = steady::now();
        read_one(collection, path, buffer, parses);
        result.latency.add(steady::now() - before);
    }
    result.seconds = seconds_since(start);
    result.operations = paths.size();
    return result;
}

measurement run_bare_get(site& on, run_settings const& settings, bare_read how) {
    auto const root = on.filled_root(settings);
    auto const paths = paths_of(settings);
    descriptor const collection = open_collection(root);
    std::size_t const bytes_max = settings.record_bytes + 4'096;
    if (how.is_cold) {
        drop_caches();
    } else {
        read_all(collection.get(), paths, bytes_max, false);
    }
    return read_all(collection.get(), paths, bytes_max, how.parses);
}

measurement run_warm(site& on, run_settings const& settings) {
    return run_bare_get(on, settings, bare_read());
}

measurement run_parse(site& on, run_settings const& settings) {
    return run_bare_get(on, settings, bare_read{.parses = true});
}

measurement run_cold(site& on, run_settings const& settings) {
    return run_bare_get(on, settings, bare_read{.is_cold = true});
}

}  // namespace

constinit workload const bare_get_workload{
    .name = "bare-get",
    .summary = "openat, read, close of every record, in the page cache, blocking, 1 thread",
    .run = run_warm,
};

constinit workload const bare_get_parse_workload{
    .name = "bare-get-parse",
    .summary = "the same, and parsing the JSON",
    .run = run_parse,
};

constinit workload const bare_get_cold_workload{
    .name = "bare-get-cold",
    .summary = "openat, read, close of every record with all caches dropped (root)",
    .is_cold = true,
    .run = run_cold,
};

}  // namespace storh::bench
