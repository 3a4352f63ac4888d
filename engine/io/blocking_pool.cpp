#include "io/blocking_pool.hpp"

#include "io/perform.hpp"
#include "io/ring_loop.hpp"

#include <pthread.h>

#include <algorithm>
#include <system_error>

namespace storh::io {

blocking_pool::blocking_pool(unsigned threads_max) : threads_max_(std::max(1U, threads_max)) {
    threads_.reserve(threads_max_);
}

blocking_pool::~blocking_pool() {
    {
        std::lock_guard const lock(mutex_);
        is_stopping_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void blocking_pool::submit(operation& op) noexcept {
    work_list one;
    one.push(op);
    submit_all(one, 1);
}

void blocking_pool::submit_all(work_list& ops, std::size_t count) noexcept {
    std::size_t to_wake = 0;
    {
        std::lock_guard const lock(mutex_);
        queue_.splice(ops);
        queued_ += count;
        to_wake = std::min(idle_, count);
        if (queued_ > idle_) start_workers(queued_ - idle_);
    }
    for (; to_wake > 0; --to_wake) work_.notify_one();
}

void blocking_pool::start_workers(std::size_t wanted) noexcept {
    while (wanted-- > 0 && threads_.size() < threads_max_) {
        try {
            threads_.emplace_back([this] { run(); });
        } catch (std::system_error const&) {
            // Without one more thread the others do the work; without any there is no engine.
            if (threads_.empty()) std::terminate();
            return;
        }
    }
}

void blocking_pool::run() noexcept {
    (void)::pthread_setname_np(::pthread_self(), "storh-worker");
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        work_.wait(lock, [this] { return queued_ > 0 || is_stopping_; });
        --idle_;
        if (queued_ == 0) return;
        operation& op = static_cast<operation&>(*queue_.pop());
        --queued_;
        lock.unlock();
        op.result = perform(op);
        op.in_flight.loop->post(op);
        lock.lock();
    }
}

}  // namespace storh::io
