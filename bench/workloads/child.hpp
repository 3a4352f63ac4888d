// bench/workloads/child.hpp
//
// Measuring in a process of its own, so that a peak of memory is that of one thing and nothing else:
// this program started again with a hidden option, which prints one JSON object.

#pragma once

#include "workload.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace storh::bench {

/// The command line that makes a new process measure below `root`; `option` is `--measure-import` or
/// `--measure-stream`.
[[nodiscard]] std::vector<std::string> child_command(std::string_view option,
                                                     std::filesystem::path const& root,
                                                     run_settings const& settings);

/// What the child prints and the parent reads: one line.
[[nodiscard]] std::string child_report(double seconds, std::uint64_t enters,
                                       std::uint64_t peak_kib);

/// Runs the child; what it reports, with the records of `settings` as operations.
[[nodiscard]] measurement run_child(std::string_view option, std::filesystem::path const& root,
                                    run_settings const& settings);

}  // namespace storh::bench
