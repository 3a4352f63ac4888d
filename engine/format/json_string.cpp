#include "format/json_string.hpp"

#include "base/hex.hpp"
#include "format/utf8.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace storh {
namespace {

constexpr std::uint64_t repeat(std::uint8_t byte) noexcept {
    return 0x0101010101010101ULL * byte;
}

/// The high bit of each byte that cannot be copied as it is: below 0x20, `"`, `\` or not ASCII.
/// A borrow may also mark a byte above one that is truly marked, so only the lowest is exact.
std::uint64_t special_bytes(std::uint64_t word) noexcept {
    std::uint64_t const quote = word ^ repeat('"');
    std::uint64_t const backslash = word ^ repeat('\\');
    std::uint64_t const marked =
        (word - repeat(0x20)) | (quote - repeat(1)) | (backslash - repeat(1)) | word;
    return marked & repeat(0x80);
}

bool is_special(char byte) noexcept {
    std::uint8_t const value = static_cast<std::uint8_t>(byte);
    return value < 0x20 || value >= 0x80 || byte == '"' || byte == '\\';
}

std::uint64_t load_word(char const* text) noexcept {
    std::uint64_t word;
    std::memcpy(&word, text, sizeof word);
    return word;
}

/// One to seven bytes, some of them twice, so that together they can be tested as a word.
std::uint64_t load_short(char const* text, std::size_t bytes) noexcept {
    auto const part = [](auto value, char const* from) {
        std::memcpy(&value, from, sizeof value);
        return std::uint64_t{value};
    };
    if (bytes >= 4) {
        return part(std::uint32_t{}, text) | part(std::uint32_t{}, text + bytes - 4) << 32;
    }
    std::uint64_t const edges = part(std::uint8_t{}, text) | part(std::uint8_t{}, text + bytes / 2)
                                                                 << 8;
    std::uint64_t const last = part(std::uint8_t{}, text + bytes - 1);
    return edges | last << 16 | repeat(' ') << 24;
}

/// Whether `text` can be copied as it is. Most names and values can.
bool is_plain(std::string_view text) noexcept {
    if (text.size() < 8) {
        return text.empty() || special_bytes(load_short(text.data(), text.size())) == 0;
    }
    char const* const last = text.data() + text.size() - 8;
    std::uint64_t special = special_bytes(load_word(last));
    for (char const* at = text.data(); at < last; at += 8) {
        special |= special_bytes(load_word(at));
    }
    return special == 0;
}

/// The first byte from `text` on that needs a closer look, or `end`.
char const* skip_plain(char const* text, char const* end) noexcept {
    // The position within the word needs the first byte in memory to be the lowest.
    if constexpr (std::endian::native == std::endian::little) {
        for (; end - text >= 8; text += 8) {
            std::uint64_t const special = special_bytes(load_word(text));
            if (special != 0) {
                return text + std::countr_zero(special) / 8;
            }
        }
    }
    while (text != end && !is_special(*text)) {
        ++text;
    }
    return text;
}

char short_escape(char byte) noexcept {
    switch (byte) {
        case '"': return '"';
        case '\\': return '\\';
        case '\b': return 'b';
        case '\f': return 'f';
        case '\n': return 'n';
        case '\r': return 'r';
        case '\t': return 't';
        default: return '\0';
    }
}

void append_escape(text_sink& out, char byte) {
    std::array<char, 6> text{'\\', short_escape(byte)};
    if (text[1] != '\0') {
        out.append(std::string_view(text.data(), 2));
        return;
    }
    text[1] = 'u';
    text[2] = '0';
    text[3] = '0';
    write_hex(text.data() + 4, static_cast<std::uint8_t>(byte));
    out.append(std::string_view(text.data(), text.size()));
}

/// U+2028 and U+2029 are the only characters beyond ASCII that are escaped.
bool is_line_separator(char const* text, std::size_t bytes) noexcept {
    return bytes == 3 && text[0] == '\xe2' && text[1] == '\x80' &&
           (text[2] == '\xa8' || text[2] == '\xa9');
}

/// The slow way: character by character where there is something to escape or to validate.
bool append_checked(text_sink& out, std::string_view text) {
    char const* run = text.data();  // start of what is valid and not appended yet
    char const* const end = run + text.size();
    char const* next = skip_plain(run, end);
    out.push_back('"');
    while (next != end) {
        std::size_t bytes = 1;
        bool const is_ascii = static_cast<unsigned char>(*next) < 0x80;
        if (!is_ascii) {
            bytes = utf8_character_bytes(next, end);
            if (bytes == 0) {
                return false;
            }
        }
        if (is_ascii) {
            out.append(std::string_view(run, next));
            append_escape(out, *next);
            run = next + bytes;
        } else if (is_line_separator(next, bytes)) {
            out.append(std::string_view(run, next));
            out.append(next[2] == '\xa8' ? "\\u2028" : "\\u2029");
            run = next + bytes;
        }
        next = skip_plain(next + bytes, end);
    }
    out.append(std::string_view(run, end));
    out.push_back('"');
    return true;
}

}  // namespace

bool append_json_string(text_sink& out, std::string_view text) {
    if (!is_plain(text)) {
        return append_checked(out, text);
    }
    char* at = out.reserve(text.size() + 2);
    *at++ = '"';
    at = std::copy(text.begin(), text.end(), at);
    *at++ = '"';
    out.advance_to(at);
    return true;
}

}  // namespace storh
