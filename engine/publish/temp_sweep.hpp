// publish/temp_sweep.hpp
//
// Removing what writers that died have left behind.
//
// Source of the rules: storh-format section 5.4. A store that opens sweeps only when a dead writer's
// marker is found, so that opening a collection after a clean close costs the same whatever its size.
// A sweep runs under the write lock. What may go: temp_judge.hpp.
//
// Threads: blocking; on a worker.

#pragma once

#include "publish/temp_judge.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <set>
#include <string>

namespace storh::publish {

/// What a sweep has done.
struct sweep_result {
    sweep_result() = default;
    std::uint64_t temps_removed = 0;
    std::uint64_t markers_removed = 0;
    std::set<std::string> changed;    ///< directories that lost a name
    boost::system::error_code error;  ///< what ended it early; the markers are then kept
};

/// Removes abandoned temp files everywhere below the collection at `path`, then the markers that were
/// dead before. The caller holds the write lock.
[[nodiscard]] sweep_result sweep(std::string const& path, int collection, temp_judge& judge);

/// Makes the removals of a sweep durable.
[[nodiscard]] boost::system::error_code sync_swept(sweep_result const& swept);

}  // namespace storh::publish
