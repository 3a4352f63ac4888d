// io/threads/threads_backend.hpp
//
// The backend for where io_uring is not to be had: every operation, and each short protocol as one,
// is done by a worker of the shared pool.
//
// What is submitted during one turn of the loop is handed over at once, under one lock.

#pragma once

#include "io/backend.hpp"
#include "io/blocking_pool.hpp"
#include "io/sleeper.hpp"

namespace storh::io::threads {

class threads_backend final : public backend {
public:
    explicit threads_backend(blocking_pool& pool) noexcept : pool_(pool) {}

    void submit(operation& op) noexcept override;
    void offload(operation& op) noexcept override { submit(op); }
    void poll(work_list& completed, bool may_sleep) noexcept override;
    void wake() noexcept override { sleeper_.wake(); }
    [[nodiscard]] ring_counters counters() const noexcept override { return counters_; }

private:
    blocking_pool& pool_;
    sleeper sleeper_;
    work_list collected_;
    std::size_t collected_count_ = 0;
    ring_counters counters_;
};

}  // namespace storh::io::threads
