// engine/base/random.hpp
//
// Random bytes from the kernel.
//
// Guarantees: never repeats across fork, threads or processes; unpredictable.
//
// Not here: reproducible randomness for tests.
//
// Threads: free functions without state.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace storh {

/// Fills `out`.
///
/// Throws `boost::system::system_error` if the kernel refuses, which only a sandbox that forbids
/// getrandom(2) brings about; no caller could go on without an id.
void fill_random(std::span<std::uint8_t> out);

/// The lower-case hexadecimal digits of `byte_count` random bytes, for temporary file names.
[[nodiscard]] std::string random_hex(std::size_t byte_count);

}  // namespace storh
