// bench/figure_builder.hpp
//
// Writing down the list of figures: cases with their settings, numbers in order, bounds.

#pragma once

#include "figures.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace storh::bench {

struct figure_cases {
    explicit figure_cases(std::uint64_t seed) { settings.seed = seed; }

    [[nodiscard]] bench_case bare(workload const& what, std::size_t records) const {
        run_settings with = settings;
        with.records = records;
        return {what, with};
    }

    [[nodiscard]] bench_case on(backend_kind backend, workload const& what, std::size_t in_flight,
                                std::size_t records,
                                durability durable = durability::automatic) const {
        run_settings with = settings;
        with.backend = backend;
        with.in_flight = in_flight;
        with.records = records;
        with.durable = durable;
        return {what, with};
    }

    /// On so many rings, whatever the processors.
    [[nodiscard]] bench_case rings(unsigned count, bench_case of) const {
        of.settings.rings = count;
        return {*of.what, of.settings};
    }

    run_settings settings;
};

struct figure_builder {
    explicit figure_builder(std::uint64_t seed) : make(seed) {}

    figure& add(std::string_view text, figure_kind kind, bench_case measured,
                std::optional<bench_case> reference) {
        figure& one = all.emplace_back();
        one.number = static_cast<int>(all.size());
        one.text = text;
        one.kind = kind;
        one.measured = measured;
        one.reference = reference;
        return one;
    }

    void at_least(double bound) { all.back().bound = bound; }
    void at_most(double bound) {
        all.back().bound = bound;
        all.back().is_at_least = false;
    }

    figure_cases make;
    std::vector<figure> all;
};

/// Ordered streams, pages and verification, all on request.
void add_stream_figures(figure_builder& to);

/// Writes with indexes, and building them, all on request.
void add_index_figures(figure_builder& to);

}  // namespace storh::bench
