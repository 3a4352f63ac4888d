// tools/storh/progress_text.hpp
//
// The line that shows how far long work has come.
//
// Pure. Threads: any.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace storh::tool {

/// What is known at one moment.
struct progress_state {
    std::uint64_t records = 0;
    std::uint64_t done = 0;   ///< steps
    std::uint64_t total = 0;  ///< steps in all; 0 while that is unknown
    double seconds = 0;       ///< since the work began
};

/// `[#####.....]  50 % importing 1,234 records, 617/s, 0:02 left`, of at most `width` characters.
/// Without a total there is no bar, and none where there is no room for it.
[[nodiscard]] std::string progress_text(std::string_view verb, progress_state const& state,
                                        std::size_t width);

}  // namespace storh::tool
