// io/backend.hpp
//
// What a ring loop needs from the way it does I/O. Three implementations: uring/, threads/, sync/;
// only backend_factory.cpp names them.
//
// Guarantees: every submitted operation completes exactly once, by being pushed to the list that
// poll() is given; nothing is dropped when the backend is full, it waits inside.
//
// Threads: everything but wake() is called on the loop's thread only.

#pragma once

#include "io/operation.hpp"
#include "io/work_queue.hpp"

#include <cstdint>

namespace storh::io {

/// Counts of one ring since its start; they only grow.
struct ring_counters {
    ring_counters() = default;
    std::uint64_t operations = 0;     ///< operations completed by the backend
    std::uint64_t enters = 0;         ///< system calls made to submit or to wait
    std::uint64_t wake_ups = 0;       ///< times another thread had to wake the ring
    std::uint64_t in_flight_max = 0;  ///< most operations in flight at once
};

class backend {
public:
    virtual ~backend() = default;

    /// Takes an operation. It may start now or at the next poll().
    virtual void submit(operation& op) noexcept = 0;

    /// Takes an operation that only a worker thread can do (`opcode::job`).
    virtual void offload(operation& op) noexcept = 0;

    /// Starts what was taken and pushes what has completed. With `may_sleep` it waits for a
    /// completion or a wake().
    virtual void poll(work_list& completed, bool may_sleep) noexcept = 0;

    /// Ends the sleep of a poll(), now or the next one. Any thread.
    virtual void wake() noexcept = 0;

    /// Bounds how many kernel workers the ring's operations may occupy; no effect elsewhere.
    virtual void limit_workers(unsigned /*count*/) noexcept {}

    [[nodiscard]] virtual ring_counters counters() const noexcept = 0;
};

}  // namespace storh::io
