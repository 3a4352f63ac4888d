// bench/runner.hpp
//
// Runs cases so that they can be compared: every case once in each repetition, one after the other,
// because a machine's speed drifts by more over minutes than the cases differ.

#pragma once

#include "support/site.hpp"
#include "workload.hpp"

#include <string>
#include <vector>

namespace storh::bench {

/// A workload with its settings.
struct bench_case {
    bench_case() = default;

    /// Settings that make no difference to `which` are put at their defaults, so that equal work
    /// makes equal cases.
    bench_case(workload const& which, run_settings with);

    workload const* what = nullptr;
    run_settings settings;

    friend bool operator==(bench_case const&, bench_case const&) = default;
};

/// One line for progress: workload and what is varied.
[[nodiscard]] std::string describe(bench_case const& one);

/// A case and its repetitions.
struct series {
    series() = default;
    explicit series(bench_case which) : of(which) {}

    bench_case of;
    std::vector<measurement> samples;

    [[nodiscard]] double seconds() const;      ///< median
    [[nodiscard]] double rate() const;         ///< median, operations a second
    [[nodiscard]] double deviation() const;    ///< of the seconds, relative
    [[nodiscard]] double enters_each() const;  ///< system calls of the rings for one operation
    [[nodiscard]] double peak_kib() const;     ///< median
    [[nodiscard]] latency_histogram latency() const;  ///< of all repetitions together
};

/// Runs `cases` `repeat` times, after a short warm-up that does not count. Throws what a workload
/// throws, naming the case on standard error.
[[nodiscard]] std::vector<series> run_interleaved(site& on, std::vector<bench_case> const& cases,
                                                  unsigned repeat);

}  // namespace storh::bench
