// publish/large_reads.hpp
//
// How many record files that do not fit into the first read are in memory at once on one ring: as
// many as fit into the budget if they are as large as those before, and at least two.
//
// Threads: one ring's.

#pragma once

#include "io/ring_loop.hpp"
#include "io/work_queue.hpp"

#include <algorithm>
#include <cstddef>

namespace storh::publish {

class large_reads {
public:
    static constexpr std::size_t budget_bytes = std::size_t{32} * 1024 * 1024;

    explicit large_reads(io::ring_loop& loop) noexcept : loop_(loop) {}

    /// Hands `op` to a worker, when there is room.
    void start(io::operation& op) noexcept {
        waiting_.push(op);
        start_waiting();
    }

    /// One that was started has been dealt with, and had so many bytes.
    void ended(std::size_t bytes) noexcept {
        --in_flight_;
        expected_bytes_ = std::max(bytes, expected_bytes_ - expected_bytes_ / 16);
        start_waiting();
    }

    /// How many may be in memory now.
    [[nodiscard]] std::size_t most() const noexcept {
        return std::max<std::size_t>(2, budget_bytes / expected_bytes_);
    }

private:
    void start_waiting() noexcept {
        while (in_flight_ < most() && !waiting_.empty()) {
            ++in_flight_;
            loop_.offload(static_cast<io::operation&>(*waiting_.pop()));
        }
    }

    io::ring_loop& loop_;
    io::work_list waiting_;
    std::size_t in_flight_ = 0;
    std::size_t expected_bytes_ = budget_bytes / 8;  // until one has been seen
};

}  // namespace storh::publish
