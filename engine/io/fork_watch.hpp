// io/fork_watch.hpp
//
// Noticing that this process is a child of the one that made an object. A fork copies the memory of
// an engine and none of its threads.

#pragma once

#include <cstdint>

namespace storh::io {

/// A number that a child of fork() sees higher than its parent. Costs one load.
[[nodiscard]] std::uint64_t fork_generation() noexcept;

}  // namespace storh::io
