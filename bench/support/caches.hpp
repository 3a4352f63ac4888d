// bench/support/caches.hpp
//
// Putting the system into a known state before and after a run.

#pragma once

#include <filesystem>

namespace storh::bench {

/// Writes back everything dirty on the file system of `path`, so that one run does not pay for
/// another.
void write_back(std::filesystem::path const& path);

/// Whether drop_caches() is allowed: it takes root.
[[nodiscard]] bool may_drop_caches() noexcept;

/// Writes back and forgets all cached data, names and inodes: the next read goes to the device.
void drop_caches();

}  // namespace storh::bench
