// tools/storh/progress.hpp
//
// A line on standard error that shows how far long work has come, if a person is looking.
//
// Guarantees: nothing is written unless standard error is a terminal, and then at most ten times a
// second.
//
// Threads: main thread.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace storh::tool {

class progress {
public:
    using clock = std::chrono::steady_clock;

    /// `total` is what `done` counts up to in update(), if known.
    progress(std::string_view verb, std::optional<std::uint64_t> total, bool is_wanted = true);
    ~progress();
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;

    /// Draws the line if it is time for it.
    void update(std::uint64_t records, std::uint64_t done);

    /// Removes the line, so that something else can be printed.
    void clear();

    /// Since this object was made.
    [[nodiscard]] double seconds() const;

private:
    [[nodiscard]] std::string text(std::uint64_t records, std::uint64_t done) const;

    std::string verb_;
    std::optional<std::uint64_t> total_;
    clock::time_point begin_ = clock::now();
    clock::time_point next_ = begin_;
    bool is_shown_;
    bool is_drawn_ = false;
};

}  // namespace storh::tool
