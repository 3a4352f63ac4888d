// doc/check_window.hpp
//
// Reads and judges the records of bucket pieces on one ring, as many at once as the window allows,
// whatever pieces they belong to.
//
// Guarantees: bounded memory. A window serves its pieces in the order in which they came. When the
// walk is over, what has not been started is dropped.
//
// Threads: the ring's.

#pragma once

#include <storh/upkeep.hpp>

#include "doc/upkeep/upkeep_state.hpp"
#include "io/completion_box.hpp"
#include "publish/listing/bucket_piece.hpp"
#include "publish/record_read.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace storh::doc {

/// The records of one piece, and what has become known of them.
class piece_check {
public:
    explicit piece_check(publish::bucket_piece const& of) noexcept : piece_(of) {}

    std::vector<finding> findings;
    std::uint64_t records = 0;  ///< sound ones
    std::uint64_t bytes = 0;

private:
    friend class check_window;

    [[nodiscard]] bool has_next() const noexcept { return next_ < piece_.ids.size(); }
    void drop_rest() noexcept { next_ = piece_.ids.size(); }
    [[nodiscard]] bool is_done() const noexcept { return !has_next() && in_flight_ == 0; }
    void take(publish::record_read const& read, upkeep_state& state);

    publish::bucket_piece const& piece_;
    std::size_t next_ = 0;
    std::size_t in_flight_ = 0;
    io::completion_box<> handler_;
};

class check_window {
public:
    /// At most `most` reads at once.
    check_window(io::ring_loop& loop, std::size_t most, upkeep_state& state)
        : loop_(loop), most_(most), state_(state), large_(loop) {}

    /// Completes when all records of `work` have been judged. It and its piece stay until then.
    auto run(piece_check& work) {
        using io::asio::deferred;
        return io::asio::async_initiate<io::asio::deferred_t const&, void()>(initiate_run(),
                                                                             deferred, this, &work);
    }

private:
    struct initiate_run {
        initiate_run() = default;
        template <class Handler>
        void operator()(Handler&& handler, check_window* self, piece_check* work) const {
            work->handler_ = io::completion_box<>(std::forward<Handler>(handler));
            self->waiting_.push_back(work);
            self->pump();
        }
    };

    struct slot {
        explicit slot(check_window& window) : read(&check_window::read_done, this), of(window) {}
        publish::record_read read;
        check_window& of;
        piece_check* work = nullptr;
    };

    void pump() noexcept;
    void start_read(piece_check& work) noexcept;
    void end_if_done(piece_check& work) noexcept;
    static void read_done(publish::record_read& read) noexcept;

    io::ring_loop& loop_;
    std::size_t most_;
    upkeep_state& state_;
    publish::large_reads large_;
    std::deque<piece_check*> waiting_;  // with records not started
    std::vector<std::unique_ptr<slot>> slots_;
    std::vector<slot*> free_;
    std::size_t in_flight_ = 0;
};

}  // namespace storh::doc
