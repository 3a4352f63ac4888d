// doc/upkeep_walk.hpp
//
// Visiting the buckets of a collection, each on the ring that owns it, several on each ring side by
// side, so that the rings have work while a directory is read.
//
// Threads: run() on one ring; the visits on each bucket's own.

#pragma once

#include "io/completion_box.hpp"
#include "io/ring_set.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <atomic>
#include <bitset>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace storh::doc {

/// What is done with each bucket.
class bucket_visitor {
public:
    virtual ~bucket_visitor() = default;
    bucket_visitor() = default;
    bucket_visitor(bucket_visitor const&) = delete;
    bucket_visitor& operator=(bucket_visitor const&) = delete;

    virtual io::task<void> visit(io::ring_loop& loop, std::uint8_t bucket) = 0;

    /// Whether nobody wants the buckets that are left. Any ring's thread.
    [[nodiscard]] virtual bool is_over() const noexcept = 0;
};

class upkeep_walk {
public:
    /// At most `side_by_side` buckets at once on each ring. `visitor` outlives the walk.
    upkeep_walk(io::ring_set& rings, std::bitset<256> const& buckets, unsigned side_by_side,
                bucket_visitor& visitor);

    /// Completes on `loop` when every visit has ended.
    io::task<void> run(io::ring_loop& loop);

private:
    struct initiate_wait {
        initiate_wait() = default;
        template <class Handler>
        void operator()(Handler&& handler, upkeep_walk* self) const {
            self->handler_ = io::completion_box<>(std::forward<Handler>(handler));
            self->start();
        }
    };

    void start();
    void start_ring(unsigned index);
    static io::task<void> walk(upkeep_walk* self, io::ring_loop* loop);
    std::optional<std::uint8_t> next_bucket(unsigned ring);
    void one_done();

    io::ring_set& rings_;
    unsigned side_by_side_;
    bucket_visitor& visitor_;
    std::vector<std::deque<std::uint8_t>> left_;  // by ring; each touched by that ring only
    std::atomic<std::size_t> running_{0};
    io::ring_loop* home_ = nullptr;
    io::completion_box<> handler_;
};

}  // namespace storh::doc
