// io/blocking_pool.hpp
//
// Worker threads for calls that can only block: directory listing, syncfs, flock, and every
// operation of the threads backend.
//
// Workers are started when there is work and none is idle, up to a limit; what exceeds it queues in
// the operations themselves. A finished operation is posted to the loop it came from.
//
// Threads: submit() from any thread. The destructor finishes what is queued and joins.

#pragma once

#include "io/operation.hpp"
#include "io/work_queue.hpp"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace storh::io {

class blocking_pool {
public:
    explicit blocking_pool(unsigned threads_max);
    ~blocking_pool();
    blocking_pool(blocking_pool const&) = delete;
    blocking_pool& operator=(blocking_pool const&) = delete;

    /// Queues one operation; `op.in_flight.loop` is the loop that gets it back.
    void submit(operation& op) noexcept;

    /// Queues all of `ops`, which is empty afterwards.
    void submit_all(work_list& ops, std::size_t count) noexcept;

private:
    void run() noexcept;
    void start_workers(std::size_t wanted) noexcept;

    std::mutex mutex_;
    std::condition_variable work_;
    work_list queue_;
    std::size_t queued_ = 0;
    std::size_t idle_ = 0;
    bool is_stopping_ = false;
    unsigned threads_max_;
    std::vector<std::thread> threads_;
};

}  // namespace storh::io
