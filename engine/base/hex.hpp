// engine/base/hex.hpp
//
// Bytes to lower-case hexadecimal digits and back.
//
// Guarantees: no dependence on the locale, no allocation.
//
// Not here: any particular text form (uuid_v7, record_tag).
//
// Threads: free functions without state.

#pragma once

#include <cstdint>

namespace storh {

/// Writes two lower-case digits at `out` and returns the place behind them.
inline char* write_hex(char* out, std::uint8_t byte) noexcept {
    constexpr char digits[] = "0123456789abcdef";
    out[0] = digits[byte >> 4];
    out[1] = digits[byte & 0x0f];
    return out + 2;
}

/// The value of a digit in either case, or -1.
inline int hex_digit(char digit) noexcept {
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    int const lower = digit | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The value of the two digits at `text` in either case, or -1.
inline int hex_byte(char const* text) noexcept {
    int const high = hex_digit(text[0]);
    int const low = hex_digit(text[1]);
    return (high | low) < 0 ? -1 : high * 16 + low;
}

}  // namespace storh
