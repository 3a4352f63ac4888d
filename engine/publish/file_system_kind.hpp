// publish/file_system_kind.hpp
//
// Which file systems are known to keep the promise that syncfs makes on them: when it returns,
// everything written to the file system before is on stable storage, and errors are reported.
//
// FUSE and network file systems do not promise it; there, and on anything unknown, each file and
// each directory is synced by itself.

#pragma once

#include <cstddef>
#include <string_view>

namespace storh::publish {

struct file_system_kind {
    file_system_kind() = default;
    std::string_view name = "unknown";
    bool honours_syncfs = false;
    /// From how many writes at once on one ring a barrier costs less than syncing each.
    std::size_t group_min = 24;
};

/// The kind behind the `f_type` of statfs(2).
[[nodiscard]] file_system_kind file_system_of(long type) noexcept;

}  // namespace storh::publish
