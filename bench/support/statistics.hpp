// bench/support/statistics.hpp
//
// What is said about several runs of the same thing: the middle one, and how far they lie apart.
// Medians, because one run disturbed by something else should not move the result.

#pragma once

#include <vector>

namespace storh::bench {

/// The middle value, or the mean of the two middle ones; 0 of nothing.
[[nodiscard]] double median(std::vector<double> values);

/// The median distance from the median, as a share of the median; 0 of nothing.
[[nodiscard]] double relative_deviation(std::vector<double> const& values);

}  // namespace storh::bench
