// publish/durable_directory.hpp
//
// Directories that survive power loss: a new directory is there for good only when the directory
// that names it has been synced.
//
// Threads: blocking; on a worker.

#pragma once

#include <boost/system/error_code.hpp>

#include <string>

namespace storh::publish {

/// Makes `path` and what is missing above it, and syncs every directory that got a new entry.
/// On failure `failed` names the directory concerned.
[[nodiscard]] boost::system::error_code make_durable_directories(std::string const& path,
                                                                 std::string& failed);

/// Syncs the directory at `path` below `directory`.
[[nodiscard]] boost::system::error_code sync_directory(int directory, char const* path) noexcept;

}  // namespace storh::publish
