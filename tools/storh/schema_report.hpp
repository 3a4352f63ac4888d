// tools/storh/schema_report.hpp
//
// What breaks a schema, as lines for people or as JSON, and the sum of it.
//
// Threads: main thread.

#pragma once

#include <storh/error.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace storh::tool {

class schema_report {
public:
    /// `noun` is what is counted: record or line.
    schema_report(std::string noun, bool is_json) : noun_(std::move(noun)), is_json_(is_json) {}

    void add_sound() noexcept { ++count_; }

    /// `place` is an id or the number of a line.
    void add_broken(std::string const& place, error_info const& info);

    /// Prints the sum and gives the exit code: 3 if something is broken.
    [[nodiscard]] int finish() const;

private:
    std::string noun_;
    bool is_json_;
    std::uint64_t count_ = 0;
    std::uint64_t broken_ = 0;
};

}  // namespace storh::tool
