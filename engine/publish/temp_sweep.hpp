// publish/temp_sweep.hpp
//
// Removing what writers that died have left behind.
//
// Source of the rules: storh-format section 5.4. A sweep happens only when a dead writer's marker is
// found, so that opening a collection after a clean close costs the same whatever its size. It runs
// under the write lock. What may still belong to somebody is kept: PHP takes a process that it may
// not signal for dead, we do not.
//
// Threads: blocking; on a worker.

#pragma once

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace storh::publish {

/// The markers of a collection, by the state of their writers.
struct writer_census {
    writer_census() = default;
    std::vector<std::string> alive;
    std::vector<std::string> dead;
    bool has_foreign_alive = false;
};

/// Reads the markers below `collection`; none when there is no such directory.
[[nodiscard]] writer_census take_census(int collection);

/// Whether a sweep may remove the file `name`, last changed at `changed`. Pure but for asking
/// whether a process exists.
[[nodiscard]] bool is_abandoned_temp(std::string_view name, std::time_t changed, std::time_t now,
                                     writer_census const& writers);

/// What a sweep has done.
struct sweep_result {
    sweep_result() = default;
    std::uint64_t temps_removed = 0;
    std::uint64_t markers_removed = 0;
};

/// Removes abandoned temp files everywhere below the collection at `path`, then the dead markers.
/// The caller holds the write lock.
sweep_result sweep(std::string const& path, int collection, writer_census const& writers);

}  // namespace storh::publish
