// bench/support/latency_histogram.hpp
//
// Latencies in buckets whose width grows with the value: 64 to each power of two, so that a quantile
// is off by less than one percent, and adding one costs a few instructions and no memory.
//
// Threads: one at a time.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace storh::bench {

class latency_histogram {
public:
    latency_histogram() : counts_(bucket_count) {}

    /// Values beyond 9 hours count as 9 hours, negative ones as 0.
    void add(std::chrono::nanoseconds latency) noexcept;

    void merge(latency_histogram const& other) noexcept;

    [[nodiscard]] std::uint64_t count() const noexcept { return total_; }

    /// The value in microseconds that the share `q` (0 to 1) of all values does not exceed; 0 when
    /// there is none.
    [[nodiscard]] double quantile_us(double q) const noexcept;

private:
    static constexpr unsigned sub_bits = 6;
    static constexpr unsigned value_bits = 45;
    static constexpr std::size_t bucket_count = (value_bits - sub_bits + 1) << sub_bits;

    static std::size_t bucket_of(std::uint64_t ns) noexcept;
    static double middle_of(std::size_t bucket) noexcept;

    std::vector<std::uint64_t> counts_;
    std::uint64_t total_ = 0;
};

}  // namespace storh::bench
