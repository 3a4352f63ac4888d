// bench/workloads/stream_child.hpp
//
// The part of stream-memory that runs in a process of its own (child.hpp), started with the hidden
// option --measure-stream. It keeps nothing of what it reads.

#pragma once

#include "workload.hpp"

#include <filesystem>
#include <string>

namespace storh::bench {

/// Streams the collection below `root`, which must hold as many records as the settings say. The
/// report's peak is that of resident memory less what was resident before the stream was made.
[[nodiscard]] std::string stream_and_report(std::filesystem::path const& root,
                                            run_settings const& settings);

}  // namespace storh::bench
