#include "suggestion.hpp"

#include <algorithm>
#include <numeric>

namespace storh::tool {

// Optimal string alignment; three rows of the table are enough.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before_last(to.size() + 1);
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            std::size_t const change = from[i - 1] == to[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
            bool const is_exchange =
                i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            if (is_exchange) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last.swap(last);
        last.swap(row);
    }
    return last[to.size()];
}

std::optional<std::string> suggestion(std::string_view typed,
                                      std::vector<std::string> const& words) {
    std::optional<std::string> best;
    std::size_t best_distance = std::min<std::size_t>(3, typed.size() / 2) + 1;
    for (std::string const& word : words) {
        bool const is_begun = typed.size() >= 2 && word.starts_with(typed);
        std::size_t const distance = is_begun ? 1 : edit_distance(typed, word);
        if (distance < best_distance) {
            best = word;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace storh::tool
