// io/batch.hpp
//
// Awaiting operations: any number at once, for the price of one suspension.
//
//     batch reads(loop);
//     for (operation& op : ops) reads.start(op);
//     co_await reads.finished();
//
// Guarantees: finished() resumes on the loop's thread when every started operation has completed.
// The batch and its operations must stay alive until then; a coroutine that holds them is never
// destroyed in between, because the engine drains its loops before it goes.
//
// Threads: the loop's thread only.

#pragma once

#include "io/completion_box.hpp"
#include "io/ring_loop.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <cstddef>

namespace storh::io {

class batch {
public:
    explicit batch(ring_loop& loop) noexcept : loop_(loop) {}
    batch(batch const&) = delete;
    batch& operator=(batch const&) = delete;

    /// Submits one operation as part of this batch.
    void start(operation& op) noexcept {
        join(op);
        loop_.submit(op);
    }

    /// The same for one that a worker has to do.
    void start_job(operation& op) noexcept {
        join(op);
        loop_.offload(op);
    }

    /// Resumes when nothing of this batch is in flight; at once, if nothing is.
    auto finished() {
        return asio::async_initiate<asio::deferred_t const&, void()>(initiate_finished(),
                                                                     asio::deferred, this);
    }

    [[nodiscard]] std::size_t in_flight() const noexcept { return in_flight_; }

private:
    struct initiate_finished {
        initiate_finished() = default;
        template <class Handler>
        void operator()(Handler&& handler, batch* self) const {
            self->wait(completion_box<>(std::forward<Handler>(handler)));
        }
    };

    void join(operation& op) noexcept {
        op.owner = this;
        op.on_complete = &batch::completed;
        ++in_flight_;
    }

    static void completed(operation& op) noexcept { static_cast<batch*>(op.owner)->one_less(); }

    void one_less() noexcept;
    void wait(completion_box<> handler);

    ring_loop& loop_;
    std::size_t in_flight_ = 0;
    completion_box<> handler_;
};

/// One job alone, by a worker; `op` must stay alive until then.
[[nodiscard]] task<void> run_job(ring_loop& loop, operation& op);

}  // namespace storh::io
