// publish/change_turn.hpp
//
// Whose turn it is, in this store, to change the record files of a ring's buckets: its committer's,
// or a repair's. The collection's lock does not tell them apart, because the store's rings share it;
// without turns a repair could take away what a commit has just put in a damaged file's place.
//
// Who needs both takes the turn first. Threads: the ring's.

#pragma once

#include "io/completion_box.hpp"
#include "io/ring_loop.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <deque>
#include <utility>

namespace storh::publish {

class change_turn {
public:
    /// Takes the turn if that needs no waiting.
    [[nodiscard]] bool try_enter() noexcept { return !std::exchange(is_taken_, true); }

    /// Completes when the turn is the caller's, in the order of the calls.
    auto enter(io::ring_loop& loop) {
        using io::asio::deferred;
        return io::asio::async_initiate<io::asio::deferred_t const&, void()>(initiate_enter(),
                                                                             deferred, this, &loop);
    }

    void leave(io::ring_loop& loop) {
        is_taken_ = !waiting_.empty();
        if (!is_taken_) return;
        io::completion_box<> next = std::move(waiting_.front());
        waiting_.pop_front();
        io::resume_on(loop, std::move(next));
    }

private:
    struct initiate_enter {
        initiate_enter() = default;
        template <class Handler>
        void operator()(Handler&& handler, change_turn* self, io::ring_loop* loop) const {
            io::completion_box<> box(std::forward<Handler>(handler));
            if (self->try_enter()) {
                io::resume_on(*loop, std::move(box));
            } else {
                self->waiting_.push_back(std::move(box));
            }
        }
    };

    bool is_taken_ = false;
    std::deque<io::completion_box<>> waiting_;
};

}  // namespace storh::publish
