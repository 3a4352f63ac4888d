// bench/workload.hpp
//
// A thing that can be measured. Each workload is one object in one file of workloads/; registry.hpp
// knows them all, and nothing else names one.

#pragma once

#include "support/latency_histogram.hpp"
#include "support/site.hpp"

#include <storh/engine_options.hpp>
#include <storh/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace storh::bench {

/// How a workload is to be run.
struct run_settings {
    run_settings() = default;

    backend_kind backend = backend_kind::automatic;
    durability durable = durability::automatic;
    std::size_t in_flight = 1;
    std::size_t records = 20'000;
    std::size_t record_bytes = 200;
    unsigned rings = 0;
    std::uint64_t seed = 1;

    friend bool operator==(run_settings const&, run_settings const&) = default;
};

/// What one run gave.
struct measurement {
    measurement() = default;

    double seconds = 0;
    std::uint64_t operations = 0;
    latency_histogram latency;   ///< of single calls; empty where there are none to time
    std::uint64_t enters = 0;    ///< system calls of the rings
    std::uint64_t peak_kib = 0;  ///< resident memory, where that is what is measured

    [[nodiscard]] double rate() const noexcept {
        return seconds > 0 ? static_cast<double>(operations) / seconds : 0;
    }
};

struct workload {
    std::string_view name;
    std::string_view summary;
    /// Which settings make a difference; the others are not varied and shown as `-`.
    bool has_backend = false;
    bool has_rings = false;  ///< of its own; one with a backend has those of the engine
    bool has_durability = false;
    bool has_in_flight = false;
    bool is_cold = false;  ///< drops caches, so takes root

    measurement (*run)(site& on, run_settings const& settings) = nullptr;
};

}  // namespace storh::bench
