// io/perform.hpp
//
// Does one operation with blocking system calls on the calling thread: what a worker of the threads
// backend and the sync backend do, and what the ring falls back to.

#pragma once

#include "io/operation.hpp"

namespace storh::io {

/// Carries out `op` and returns its result: a count, a descriptor, or a negative error number.
/// Interrupted calls are repeated, short writes are continued.
[[nodiscard]] int perform(operation& op) noexcept;

/// Opens `path` below `directory` without following links; `extra_resolve` adds RESOLVE_ flags.
/// Returns a descriptor or a negative error number.
[[nodiscard]] int open_inside(int directory, char const* path, std::uint32_t flags, mode_t mode,
                              std::uint64_t extra_resolve = 0) noexcept;

}  // namespace storh::io
