// io/open_files.hpp
//
// How many files one ring may have open at once, so that a low RLIMIT_NOFILE slows the engine down
// and breaks nothing.

#pragma once

#include <algorithm>
#include <cstdint>

namespace storh::io {

/// `limit` descriptors for the process, some kept for it and for the engine's own files, the rest
/// shared by `rings` rings of which each may be in two phases that open files. Pure.
[[nodiscard]] constexpr unsigned open_files_max(std::uint64_t limit, unsigned rings) noexcept {
    constexpr std::uint64_t kept = 32;
    std::uint64_t const rest = limit > kept ? limit - kept : 0;
    return static_cast<unsigned>(std::clamp<std::uint64_t>(rest / (4 * rings), 2, 256));
}

/// The same for this process as it is now.
[[nodiscard]] unsigned open_files_max(unsigned rings) noexcept;

}  // namespace storh::io
