// engine/format/utf8.hpp
//
// Which byte sequences are UTF-8 characters.
//
// Guarantees: the table of RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
//
// Not here: one-byte characters, which callers skip faster by themselves.
//
// Threads: free functions without state.

#pragma once

#include <cstddef>

namespace storh {

/// Whether `byte` is a continuation byte within `low` and `high`.
inline bool is_utf8_tail(char byte, unsigned low = 0x80, unsigned high = 0xbf) noexcept {
    unsigned const value = static_cast<unsigned char>(byte);
    return value >= low && value <= high;
}

/// The length of the character of two to four bytes at `text`, or 0 if there is none before `end`.
inline std::size_t utf8_character_bytes(char const* text, char const* end) noexcept {
    unsigned const lead = static_cast<unsigned char>(*text);
    std::size_t const left = static_cast<std::size_t>(end - text);
    if (lead < 0xc2 || lead > 0xf4 || left < 2) {
        return 0;
    }
    if (lead < 0xe0) {
        return is_utf8_tail(text[1]) ? 2 : 0;
    }
    if (lead < 0xf0) {
        unsigned const low = lead == 0xe0 ? 0xa0 : 0x80;
        unsigned const high = lead == 0xed ? 0x9f : 0xbf;
        return left >= 3 && is_utf8_tail(text[1], low, high) && is_utf8_tail(text[2]) ? 3 : 0;
    }
    unsigned const low = lead == 0xf0 ? 0x90 : 0x80;
    unsigned const high = lead == 0xf4 ? 0x8f : 0xbf;
    bool const whole = left >= 4 && is_utf8_tail(text[1], low, high) && is_utf8_tail(text[2]) &&
                       is_utf8_tail(text[3]);
    return whole ? 4 : 0;
}

}  // namespace storh
