// engine/format/json_number.hpp
//
// Doubles to and from JSON text.
//
// Guarantees: reading gives the nearest double (Boost.JSON 1.81 misses it in 29 of 100 cases);
// writing gives the shortest digits that read back as the same bits, in the layout of storh for
// PHP, always with a `.`, so that a double is never taken for an integer. No locale.
//
// Not here: integers, which Boost.JSON reads exactly and `std::to_chars` writes as needed.
//
// Threads: free functions without state.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace storh {

/// The longest text that `write_double` writes, such as `-2.2250738585072014e-308`.
inline constexpr std::size_t double_text_bytes_max = 24;

/// The double nearest to a number that is well-formed JSON; none if it is beyond the finite range.
/// What is too small becomes a zero of its sign. `estimate` is any value near it, and decides
/// only between too large and too small.
[[nodiscard]] std::optional<double> read_double(std::string_view text, double estimate) noexcept;

/// Writes a finite `value` at `out`, which has room for `double_text_bytes_max` characters, and
/// returns the end of the text.
[[nodiscard]] char* write_double(char* out, double value) noexcept;

}  // namespace storh
