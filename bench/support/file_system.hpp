// bench/support/file_system.hpp
//
// What a directory lies on, as far as it decides what figures mean.

#pragma once

#include <filesystem>
#include <string>

namespace storh::bench {

struct file_system {
    file_system() = default;

    std::string name = "unknown";  ///< `ext4`, `xfs`, `btrfs`, `tmpfs`, ...
    std::string device;            ///< `vda`, `loop0`; empty if there is none
    bool is_ext4_without_journal = false;
};

[[nodiscard]] file_system file_system_of(std::filesystem::path const& path);

/// One line: name, device, journal.
[[nodiscard]] std::string describe(file_system const& what);

}  // namespace storh::bench
