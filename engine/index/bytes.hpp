// index/bytes.hpp
//
// Numbers and texts in the rows of an index: big-endian, so that they sort as they count, and with
// their lengths before them.
//
// Pure. Threads: free functions, and a reader for one thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace storh::index {

inline void append_number(std::string& to, std::uint64_t value, unsigned bytes = 8) {
    for (unsigned left = bytes; left > 0; --left) {
        to.push_back(static_cast<char>(value >> (8 * (left - 1))));
    }
}

inline void append_text(std::string& to, std::string_view text) {
    append_number(to, text.size(), 4);
    to.append(text);
}

/// Takes apart what the functions above have put together. What is missing reads as zero and sets
/// has_failed().
class bytes_reader {
public:
    explicit bytes_reader(std::string_view bytes) noexcept : rest_(bytes) {}

    std::uint64_t number(unsigned bytes = 8) noexcept {
        std::uint64_t value = 0;
        for (char const byte : take(bytes)) value = value << 8 | static_cast<unsigned char>(byte);
        return value;
    }

    std::string_view text() noexcept { return take(number(4)); }

    [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }
    [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }

private:
    std::string_view take(std::uint64_t count) noexcept {
        has_failed_ = has_failed_ || count > rest_.size();
        if (has_failed_) return {};
        std::string_view const taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    std::string_view rest_;
    bool has_failed_ = false;
};

}  // namespace storh::index
