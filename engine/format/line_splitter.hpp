// engine/format/line_splitter.hpp
//
// Lines out of pieces of a file of any size.
//
// Guarantees: at most one line of the longest allowed length is kept in memory; what a longer line
// has beyond it is passed over, and its number still counts.
//
// Threads: one at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace storh {

/// A line without its line feed. Of one that is too long there is no text.
struct input_line {
    input_line(std::string line_text, std::uint64_t line_number, bool longer_than_allowed)
        : text(std::move(line_text)), number(line_number), is_too_long(longer_than_allowed) {}

    std::string text;
    std::uint64_t number;  ///< counted from 1
    bool is_too_long;
};

class line_splitter {
public:
    explicit line_splitter(std::size_t line_bytes_max) : line_bytes_max_(line_bytes_max) {}

    /// Takes the next piece. It is borrowed until next() has given nothing.
    void feed(std::string_view piece) noexcept { rest_ = piece; }

    /// There are no more pieces: what is left is the last line.
    void end() noexcept { is_ended_ = true; }

    /// The next line; nothing if another piece is needed, or after the last line.
    [[nodiscard]] std::optional<input_line> next();

    /// Whether the end has come and every line is out.
    [[nodiscard]] bool is_done() const noexcept { return is_ended_ && !has_begun_; }

private:
    void keep(std::string_view part);
    input_line finish_line();

    std::size_t line_bytes_max_;
    std::string_view rest_;
    std::string begun_;
    std::uint64_t number_ = 0;
    bool has_begun_ = false;
    bool is_too_long_ = false;
    bool is_ended_ = false;
};

}  // namespace storh
