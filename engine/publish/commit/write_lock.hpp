// publish/write_lock.hpp
//
// The lock between processes: flock(LOCK_EX) on `.storh/write.lock`, shared by the rings of one
// store, held while records are renamed.
//
// Source of the protocol: storh-format section 5.5. PHP blocks in flock; this asks without blocking,
// on the ring's thread first and then from a worker until the timeout, because a blocked flock can be
// neither timed out nor cancelled.
//
// Threads: enter() and leave() on any ring's thread; open(), hold() and close() while no commit is
// under way.

#pragma once

#include "io/completion_box.hpp"
#include "io/outcome.hpp"
#include "io/ring_loop.hpp"
#include "io/unique_fd.hpp"
#include "publish/commit/lock_turns.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

namespace storh::publish {

/// Tries for LOCK_EX on `fd` until `timeout` has passed; blocks. errc::locked when it is in vain.
[[nodiscard]] boost::system::error_code lock_exclusive(int fd, std::chrono::milliseconds timeout);

class write_lock {
public:
    using handler_type = io::completion_box<io::outcome>;

    write_lock() noexcept;

    /// The lock file, once it exists, and how long to try for it.
    void open(io::unique_fd file, std::chrono::milliseconds timeout) noexcept;
    [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(file_); }

    /// Takes the lock until close(); blocks. For exclusive access.
    [[nodiscard]] boost::system::error_code hold();

    /// Completes on `loop` when the caller may commit, or with errc::locked.
    auto enter(io::ring_loop& loop) {
        using io::asio::deferred;
        return io::asio::async_initiate<io::asio::deferred_t const&, void(io::outcome)>(
            initiate_enter(), deferred, this, &loop);
    }

    /// Ends a commit that enter() admitted.
    void leave(io::ring_loop& loop) noexcept;

    /// Lets go of the file, and with it of an exclusive hold.
    void close() noexcept;

private:
    struct initiate_enter {
        initiate_enter() = default;
        template <class Handler>
        void operator()(Handler&& handler, write_lock* self, io::ring_loop* loop) const {
            self->start_enter(handler_type(std::forward<Handler>(handler)), *loop);
        }
    };
    struct waiter {
        waiter(io::ring_loop& on, handler_type call) : loop(&on), handler(std::move(call)) {}
        io::ring_loop* loop;
        handler_type handler;
    };

    void start_enter(handler_type handler, io::ring_loop& loop);
    void acquire(io::ring_loop& loop, std::chrono::milliseconds pause) noexcept;
    void end_acquisition(boost::system::error_code error) noexcept;
    static int acquire_on_worker(io::operation& op) noexcept;
    static void acquired_by_worker(io::operation& op) noexcept;

    io::unique_fd file_;
    std::chrono::milliseconds timeout_{};
    bool is_exclusive_ = false;
    std::mutex mutex_;
    lock_turns turns_;
    std::vector<waiter> waiters_;
    io::operation acquisition_;
    std::chrono::milliseconds pause_{};
    std::chrono::steady_clock::time_point deadline_;
};

}  // namespace storh::publish
