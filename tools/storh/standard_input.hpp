// tools/storh/standard_input.hpp
//
// Text that a command takes from standard input as a whole.
//
// Threads: main thread.

#pragma once

#include <cstddef>
#include <string>

namespace storh::tool {

/// What messages call it.
inline constexpr char standard_input[] = "standard input";

/// Reads everything with blocking calls. Throws failure, also if it exceeds `bytes_max`.
[[nodiscard]] std::string read_standard_input(std::size_t bytes_max);

}  // namespace storh::tool
