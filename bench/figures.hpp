// bench/figures.hpp
//
// The figures that storh promises: what is measured, against what, and the bound.
//
// Each is a ratio of two cases of one run, taken in every repetition, so that it holds on any
// machine and a change of its speed in between does not matter.

#pragma once

#include "runner.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace storh::bench {

enum class figure_kind : unsigned char {
    rate_ratio,  ///< operations a second
    p50_ratio,   ///< median latency
    peak_mib,    ///< memory; nothing to compare with
};

struct figure {
    figure() = default;

    int number = 0;
    std::string_view text;
    figure_kind kind = figure_kind::rate_ratio;
    double bound = 0;
    bool is_at_least = true;     ///< else at most
    bool is_on_request = false;  ///< measured only when asked for by its number
    std::string_view only_on;    ///< a file system; empty: all
    bench_case measured;
    std::optional<bench_case> reference;

    [[nodiscard]] bool is_met_by(double value) const noexcept {
        return is_at_least ? value >= bound : value <= bound;
    }
};

/// All but those on request, or those whose numbers are in `only`. Throws std::invalid_argument for
/// a number that is none.
[[nodiscard]] std::vector<figure> figures(std::vector<int> const& only, std::uint64_t seed);

/// A figure with what came out on one file system.
struct figure_result {
    figure_result() = default;

    figure of;
    std::string file_system;
    double value = 0;  ///< median over the repetitions
    double least = 0;  ///< over the repetitions
    double most = 0;
    std::string detail;  ///< the two sides as medians, for people

    [[nodiscard]] bool is_met() const noexcept { return of.is_met_by(value); }
};

/// The cases of all `wanted` figures that concern `file_system`, each once.
[[nodiscard]] std::vector<bench_case> cases_of(std::vector<figure> const& wanted,
                                               std::string_view file_system);

/// Takes the figures from the results of cases_of().
[[nodiscard]] std::vector<figure_result> evaluate(std::vector<figure> const& wanted,
                                                  std::vector<series> const& results,
                                                  std::string_view file_system);

}  // namespace storh::bench
