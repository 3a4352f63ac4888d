// bench/workloads/import_child.hpp
//
// The part of import-memory that runs in a process of its own (child.hpp), started with the hidden
// option --measure-import.

#pragma once

#include "workload.hpp"

#include <filesystem>
#include <string>

namespace storh::bench {

/// Imports into `root`; the report's peak is that of the process.
[[nodiscard]] std::string import_and_report(std::filesystem::path const& root,
                                            run_settings const& settings);

}  // namespace storh::bench
