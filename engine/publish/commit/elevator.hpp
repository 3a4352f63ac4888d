// publish/elevator.hpp
//
// The writes that wait on one ring, given out in bucket order.
//
// A generation that touches few directories is cheaper than one that touches all: neighbours share
// directory and inode blocks. So the elevator goes up through the buckets and takes what waits in
// each. A sweep takes only what had arrived when it began, so that no bucket is kept waiting by
// another; within a bucket, and so for one id, order is arrival order.
//
// Pure: no I/O, no clock. Threads: one.

#pragma once

#include "publish/commit/write_request.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace storh::publish {

class elevator {
public:
    void push(write_request& request) noexcept;

    /// The next one, or null when nothing waits.
    [[nodiscard]] write_request* pop() noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

private:
    struct bucket_queue {
        write_request* first = nullptr;
        write_request* last = nullptr;
    };

    [[nodiscard]] bool has_due(bucket_queue const& queue) const noexcept {
        return queue.first != nullptr && queue.first->arrival_ < sweep_end_;
    }
    write_request& take_first(bucket_queue& queue) noexcept;

    std::array<bucket_queue, 256> buckets_{};
    std::size_t size_ = 0;
    std::size_t position_ = 0;
    std::uint64_t arrivals_ = 0;
    std::uint64_t sweep_end_ = 0;
};

}  // namespace storh::publish
