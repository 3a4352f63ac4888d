// publish/shared_barrier.hpp
//
// The durability barrier of one file system: syncfs, shared by every ring that waits for it.
//
// A barrier makes durable what was written before it began. Those who ask while one runs are
// therefore served by the next, all of them by one.
//
// A failure is final: the kernel reports a lost write once, to whoever syncs next, and counts its
// pages as clean afterwards. So everybody who asks later gets the same error, until a store that is
// opened anew gets a new barrier.
//
// Threads: wait() on any ring's thread.

#pragma once

#include "io/completion_box.hpp"
#include "io/outcome.hpp"
#include "io/ring_loop.hpp"
#include "io/unique_fd.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/system/error_code.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace storh::publish {

class shared_barrier : public std::enable_shared_from_this<shared_barrier> {
public:
    using handler_type = io::completion_box<io::outcome>;

    /// The barrier of the file system that the open `directory` is on, shared with every store of
    /// the engine there; null when the directory cannot be opened once more.
    static std::shared_ptr<shared_barrier> of(io::ring_loop& loop, int directory);

    /// `directory` is any directory of the file system; the barrier keeps it open.
    explicit shared_barrier(io::unique_fd directory) noexcept;

    /// Completes on `loop` when everything written before the call is durable, or with the error of
    /// the sync; then nothing is known about what was written since the barrier before.
    auto wait(io::ring_loop& loop) {
        using io::asio::deferred;
        return io::asio::async_initiate<io::asio::deferred_t const&, void(io::outcome)>(
            initiate_wait(), deferred, this, &loop);
    }

    /// How many barriers have been run.
    [[nodiscard]] std::uint64_t count() const noexcept;

    /// The error that every wait() gets from now on, if there is one.
    [[nodiscard]] boost::system::error_code failure() const noexcept;

private:
    struct initiate_wait {
        initiate_wait() = default;
        template <class Handler>
        void operator()(Handler&& handler, shared_barrier* self, io::ring_loop* loop) const {
            self->start_wait(handler_type(std::forward<Handler>(handler)), *loop);
        }
    };
    struct waiter {
        waiter(io::ring_loop& on, handler_type call) : loop(&on), handler(std::move(call)) {}
        io::ring_loop* loop;
        handler_type handler;
    };

    void start_wait(handler_type handler, io::ring_loop& loop);
    void start_sync(io::ring_loop& loop) noexcept;
    void end_sync(io::ring_loop& loop, int result) noexcept;
    static int sync(io::operation& op) noexcept;
    static void synced(io::operation& op) noexcept;

    io::unique_fd directory_;
    mutable std::mutex mutex_;
    std::vector<waiter> served_;   // by the sync that runs
    std::vector<waiter> waiting_;  // for the next
    bool is_running_ = false;
    std::uint64_t count_ = 0;
    boost::system::error_code failure_;
    io::operation operation_;
    std::shared_ptr<shared_barrier> self_;  // while a sync runs
};

}  // namespace storh::publish
