// support/measured.hpp
//
// A closed loop as a measurement.

#pragma once

#include "support/closed_loop.hpp"
#include "workload.hpp"

#include <cstdint>
#include <utility>

namespace storh::bench {

inline measurement measured(loop_result loop, std::uint64_t operations) {
    measurement result;
    result.seconds = loop.seconds;
    result.operations = operations;
    result.latency = std::move(loop.latency);
    return result;
}

}  // namespace storh::bench
