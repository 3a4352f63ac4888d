// bench/options.hpp
//
// The command line.

#pragma once

#include "workload.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace storh::bench {

struct options {
    options() = default;

    std::vector<workload const*> workloads;
    std::vector<backend_kind> backends;
    std::vector<durability> durabilities;
    std::vector<std::size_t> in_flight{1, 256};
    std::size_t records = 20'000;
    std::size_t record_bytes = 200;
    unsigned repeat = 5;
    unsigned rings = 0;
    std::uint64_t seed = 1;

    std::filesystem::path directory = "/var/tmp";
    std::string image;  ///< empty: use the directory
    std::filesystem::path json_file;

    bool lists_workloads = false;
    bool makes_figures = false;
    bool prints_markdown = false;
    std::vector<int> figures_only;  ///< empty: all
    std::vector<std::string> figures_on{"ext4", "xfs"};

    std::filesystem::path import_root;  ///< of --measure-import
    std::filesystem::path stream_root;  ///< of --measure-stream
};

/// The options, or the exit code when there is nothing to run: 0 after --help, 2 after a mistake
/// that has been explained on standard error.
[[nodiscard]] std::variant<options, int> parse_options(int count, char const* const* arguments);

}  // namespace storh::bench
