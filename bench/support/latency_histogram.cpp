#include "support/latency_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace storh::bench {

std::size_t latency_histogram::bucket_of(std::uint64_t ns) noexcept {
    if (ns < (std::uint64_t{1} << sub_bits)) return static_cast<std::size_t>(ns);
    auto const shift = static_cast<unsigned>(std::bit_width(ns)) - 1 - sub_bits;
    // The highest set bit of `ns >> shift` stands for one step of `shift` already.
    return (std::size_t{shift} << sub_bits) + static_cast<std::size_t>(ns >> shift);
}

double latency_histogram::middle_of(std::size_t bucket) noexcept {
    if (bucket < (std::size_t{2} << sub_bits)) return static_cast<double>(bucket);
    std::size_t const shift = (bucket >> sub_bits) - 1;
    std::size_t const first = bucket - (shift << sub_bits);
    return std::ldexp(static_cast<double>(first) + 0.5, static_cast<int>(shift));
}

void latency_histogram::add(std::chrono::nanoseconds latency) noexcept {
    constexpr std::uint64_t ns_max = (std::uint64_t{1} << value_bits) - 1;
    auto const ns = latency.count() < 0 ? 0 : static_cast<std::uint64_t>(latency.count());
    ++counts_[bucket_of(std::min(ns, ns_max))];
    ++total_;
}

void latency_histogram::merge(latency_histogram const& other) noexcept {
    for (std::size_t i = 0; i < bucket_count; ++i) counts_[i] += other.counts_[i];
    total_ += other.total_;
}

double latency_histogram::quantile_us(double q) const noexcept {
    if (total_ == 0) return 0;
    auto const rank = std::max(1.0, std::ceil(q * static_cast<double>(total_)));
    double seen = 0;
    for (std::size_t i = 0; i < bucket_count; ++i) {
        seen += static_cast<double>(counts_[i]);
        if (seen >= rank) return middle_of(i) / 1000;
    }
    return middle_of(bucket_count - 1) / 1000;
}

}  // namespace storh::bench
