#include "io/ring_loop.hpp"

#include <pthread.h>

#include <array>
#include <cstdio>
#include <future>

namespace storh::io {
namespace {

thread_local ring_loop const* loop_of_this_thread = nullptr;

}  // namespace

ring_loop::ring_loop(unsigned index, backend_factory make_backend) : index_(index) {
    std::promise<void> made;
    std::future<void> const is_made = made.get_future();
    thread_ = std::thread(
        [this, &make_backend, made = std::move(made)]() mutable { run(make_backend, made); });
    is_made.wait();
}

ring_loop::~ring_loop() {
    if (thread_.joinable()) {
        is_stopping_.store(true);
        if (sleeps_.exchange(false)) backend_->wake();
        thread_.join();
    }
    // One whose item has run already may still be on its way out of post().
    while (posting_.load(std::memory_order_acquire) > 0) std::this_thread::yield();
    shutdown();
    destroy();
}

bool ring_loop::runs_here() const noexcept {
    return loop_of_this_thread == this;
}

void ring_loop::post(work_item& item) noexcept {
    posting_.fetch_add(1, std::memory_order_relaxed);
    remote_.push(item);
    if (sleeps_.load() && sleeps_.exchange(false)) {
        wake_ups_.fetch_add(1, std::memory_order_relaxed);
        backend_->wake();
    }
    posting_.fetch_sub(1, std::memory_order_release);
}

void ring_loop::submit(operation& op) noexcept {
    op.in_flight.loop = this;
    ++operations_in_flight_;
    backend_->submit(op);
}

void ring_loop::offload(operation& op) noexcept {
    op.in_flight.loop = this;
    ++operations_in_flight_;
    backend_->offload(op);
}

ring_counters ring_loop::counters() const noexcept {
    ring_counters counts;
    counts.operations = operations_.load(std::memory_order_relaxed);
    counts.enters = enters_.load(std::memory_order_relaxed);
    counts.wake_ups = wake_ups_.load(std::memory_order_relaxed);
    counts.in_flight_max = in_flight_max_.load(std::memory_order_relaxed);
    return counts;
}

void ring_loop::abandon() noexcept {
    // The thread lives in the parent only; its handle and the backend are leaked on purpose.
    if (thread_.joinable()) new std::thread(std::move(thread_));
    (void)backend_.release();
}

void ring_loop::run(backend_factory const& make_backend, std::promise<void>& made) {
    std::array<char, 16> name{};
    (void)std::snprintf(name.data(), name.size(), "storh-ring-%u", index_);
    (void)::pthread_setname_np(::pthread_self(), name.data());
    loop_of_this_thread = this;
    backend_ = make_backend();
    made.set_value();
    while (!is_stopping_.load() || !ready_.empty() || !remote_.empty() ||
           operations_in_flight_ > 0) {
        turn();
    }
}

void ring_loop::turn() {
    remote_.take_all(ready_);
    // Only what is ready now: what it queues runs in the next turn, after a look at the kernel.
    work_list now(std::move(ready_));
    while (work_item* const item = now.pop()) item->run();
    backend_->poll(ready_, may_sleep());
    sleeps_.store(false, std::memory_order_relaxed);
    publish_counters();
}

bool ring_loop::may_sleep() noexcept {
    if (!ready_.empty()) return false;
    // Announce the sleep first and look again afterwards: a producer that pushed in between either
    // sees the announcement or is seen here.
    sleeps_.store(true);
    bool const has_reason = operations_in_flight_ > 0 || !is_stopping_.load();
    if (remote_.empty() && has_reason) return true;
    sleeps_.store(false);
    return false;
}

void ring_loop::publish_counters() noexcept {
    ring_counters const counts = backend_->counters();
    operations_.store(counts.operations, std::memory_order_relaxed);
    enters_.store(counts.enters, std::memory_order_relaxed);
    in_flight_max_.store(counts.in_flight_max, std::memory_order_relaxed);
}

}  // namespace storh::io
