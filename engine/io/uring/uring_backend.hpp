// io/uring/uring_backend.hpp
//
// The backend on io_uring: one ring, used by the thread that made it.
//
// Guarantees: entries in flight never exceed the completion ring, so no completion can be lost;
// operations beyond that, or beyond the free slots, wait in lists of this object. A short write is
// continued. An operation is handed back only when all of its entries have been reaped.
//
// Not here: what has no opcode (directory listing, syncfs, flock): those go to the workers.

#pragma once

#include "io/backend.hpp"
#include "io/blocking_pool.hpp"
#include "io/unique_fd.hpp"
#include "io/uring/ring.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace storh::io::uring {

class uring_backend final : public backend {
public:
    uring_backend(std::unique_ptr<ring> ring, unique_fd wake_fd, blocking_pool& pool);
    ~uring_backend() override;

    void submit(operation& op) noexcept override;
    void offload(operation& op) noexcept override;
    void poll(work_list& completed, bool may_sleep) noexcept override;
    void wake() noexcept override;
    void limit_workers(unsigned count) noexcept override;
    [[nodiscard]] ring_counters counters() const noexcept override;

private:
    void start_waiting() noexcept;
    bool start(operation& op) noexcept;
    bool make_room(unsigned entries) noexcept;
    void arm_wake() noexcept;
    void enter(bool may_sleep) noexcept;
    void reap(work_list& completed) noexcept;
    void take(io_uring_cqe const& cqe, work_list& completed) noexcept;
    void take_entry(operation& op, unsigned part, int result, work_list& completed) noexcept;
    void finish(operation& op, work_list& completed) noexcept;
    void finish_write(operation& op, work_list& completed) noexcept;
    void write_again_blocking(operation& op) noexcept;
    void free_slot(int slot) noexcept { free_slots_.push_back(slot); }

    std::unique_ptr<ring> ring_;
    unique_fd wake_fd_;
    blocking_pool& pool_;
    work_list waiting_;
    work_list waiting_for_slot_;
    std::vector<int> free_slots_;
    unsigned entries_in_flight_ = 0;
    unsigned workers_ = 0;
    std::uint64_t wake_value_ = 0;
    bool wake_is_armed_ = false;
    ring_counters counters_;
};

}  // namespace storh::io::uring
