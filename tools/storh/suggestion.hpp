// tools/storh/suggestion.hpp
//
// The word that was probably meant.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace storh::tool {

/// How many single-character edits, exchanges of neighbours included, lead from one word to the
/// other.
[[nodiscard]] std::size_t edit_distance(std::string_view from, std::string_view to);

/// The nearest of `words` if it is near enough to be meant, or the one that `typed` begins.
[[nodiscard]] std::optional<std::string> suggestion(std::string_view typed,
                                                    std::vector<std::string> const& words);

}  // namespace storh::tool
