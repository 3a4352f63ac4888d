#include "support/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace storh::bench {

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    std::size_t const half = values.size() / 2;
    if (values.size() % 2 == 1) return values[half];
    return (values[half - 1] + values[half]) / 2;
}

double relative_deviation(std::vector<double> const& values) {
    double const middle = median(values);
    if (middle == 0) return 0;
    std::vector<double> distances;
    distances.reserve(values.size());
    for (double const value : values) distances.push_back(std::abs(value - middle));
    return median(std::move(distances)) / std::abs(middle);
}

}  // namespace storh::bench
