// bench/workloads/import_child.hpp
//
// The part of import-memory that runs in a process of its own, so that the peak it reports is that
// of importing and nothing else. Started by the workload with the hidden option --measure-import.

#pragma once

#include "workload.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace storh::bench {

/// Imports into `root` and gives one JSON object: seconds, enters, peak_kib.
[[nodiscard]] std::string import_and_report(std::filesystem::path const& root,
                                            run_settings const& settings);

/// The command line that makes a new process call the above.
[[nodiscard]] std::vector<std::string> import_command(std::filesystem::path const& root,
                                                      run_settings const& settings);

}  // namespace storh::bench
