// bench/figure_output.hpp
//
// Figures for the terminal and for README.md.

#pragma once

#include "figures.hpp"

#include <string>
#include <vector>

namespace storh::bench {

/// One line for each: number, file system, value and range, bound, ok or MISSED.
void print_figures(std::vector<figure_result> const& results);

/// A Markdown table with a row for each figure and a column for each file system.
[[nodiscard]] std::string markdown_table(std::vector<figure_result> const& results);

}  // namespace storh::bench
