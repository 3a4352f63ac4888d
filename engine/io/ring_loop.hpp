// io/ring_loop.hpp
//
// One thread, one backend, one queue: where every file operation of a range of buckets happens.
//
// A turn takes what other threads handed over, runs what is ready, starts what was submitted, and
// reaps. Completions are queued before anything they resume runs, so nothing re-enters the loop.
// The loop sleeps in the backend; a producer wakes it only when it sleeps, so that a burst of
// hand-overs costs one wake-up.
//
// Guarantees: everything posted or submitted runs or completes before the loop ends.
//
// Threads: post() and the executor from any thread; the rest on the loop's thread.

#pragma once

#include "io/backend.hpp"
#include "io/completion_box.hpp"
#include "io/ring_executor.hpp"
#include "io/work_queue.hpp"

#include <boost/asio/execution_context.hpp>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <thread>

namespace storh::io {

class ring_loop : public asio::execution_context {
public:
    using executor_type = ring_executor;
    using backend_factory = std::function<std::unique_ptr<backend>()>;

    /// Starts the thread and waits until it has its backend; `make_backend` runs on it, because a ring
    /// belongs to one thread.
    ring_loop(unsigned index, backend_factory make_backend);

    /// Runs what is left and joins.
    ~ring_loop();

    [[nodiscard]] executor_type get_executor() noexcept { return executor_type(*this); }
    [[nodiscard]] unsigned index() const noexcept { return index_; }
    [[nodiscard]] bool runs_here() const noexcept;

    /// Hands an item to the loop. Any thread.
    void post(work_item& item) noexcept;

    /// Queues an item behind what is ready. Loop's thread only.
    void defer(work_item& item) noexcept { ready_.push(item); }

    /// Starts an operation. Loop's thread only.
    void submit(operation& op) noexcept;

    /// Starts an operation that a worker has to do. Loop's thread only.
    void offload(operation& op) noexcept;

    /// Counts an operation as done; called once for each by the operation itself.
    void note_completion() noexcept { --operations_in_flight_; }

    void limit_workers(unsigned count) noexcept { backend_->limit_workers(count); }

    /// A copy of the counts, at most one turn old. Any thread.
    [[nodiscard]] ring_counters counters() const noexcept;

    /// In the child of a fork(): there is no thread; leaves everything as it is.
    void abandon() noexcept;

private:
    void run(backend_factory const& make_backend, std::promise<void>& made);
    void turn();
    bool may_sleep() noexcept;
    void publish_counters() noexcept;

    unsigned index_;
    std::unique_ptr<backend> backend_;
    work_list ready_;
    remote_queue remote_;
    std::atomic<bool> sleeps_{false};
    std::atomic<bool> is_stopping_{false};
    std::atomic<unsigned> posting_{0};  // threads inside post()
    std::uint64_t operations_in_flight_ = 0;
    std::atomic<std::uint64_t> wake_ups_{0};
    std::atomic<std::uint64_t> operations_{0};
    std::atomic<std::uint64_t> enters_{0};
    std::atomic<std::uint64_t> in_flight_max_{0};
    std::thread thread_;
};

namespace detail {

template <class Function>
class function_item final : public work_item {
public:
    template <class Source>
    explicit function_item(Source&& source)
        : work_item(&function_item::call), function_(std::forward<Source>(source)) {}

private:
    static void call(work_item& item) noexcept {
        std::unique_ptr<function_item> const self(static_cast<function_item*>(&item));
        self->function_();
    }

    Function function_;
};

}  // namespace detail

template <class Function>
void ring_executor::execute(Function&& function) const {
    auto* const item =
        new detail::function_item<std::decay_t<Function>>(std::forward<Function>(function));
    loop_->runs_here() ? loop_->defer(*item) : loop_->post(*item);
}

/// Calls `handler` with `args` on the loop's thread, never inline.
template <class... Args>
void resume_on(ring_loop& loop, completion_box<Args...> handler, Args... args) {
    loop.get_executor().execute(
        [handler = std::move(handler), ... args = std::move(args)]() mutable {
            handler(std::move(args)...);
        });
}

inline asio::execution_context& ring_executor::query(asio::execution::context_t) const noexcept {
    return *loop_;
}

}  // namespace storh::io
