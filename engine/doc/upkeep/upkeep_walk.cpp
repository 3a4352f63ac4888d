#include "doc/upkeep/upkeep_walk.hpp"

#include "io/spawn.hpp"

#include <algorithm>
#include <utility>

namespace storh::doc {

upkeep_walk::upkeep_walk(io::ring_set& rings, std::bitset<256> const& buckets,
                         unsigned side_by_side, bucket_visitor& visitor)
    : rings_(rings), side_by_side_(side_by_side), visitor_(visitor), left_(rings.size()) {
    for (unsigned bucket = 0; bucket < 256; ++bucket) {
        auto const number = static_cast<std::uint8_t>(bucket);
        if (buckets.test(bucket)) left_[rings_.loop_of_bucket(number).index()].push_back(number);
    }
}

io::task<void> upkeep_walk::run(io::ring_loop& loop) {
    using io::asio::deferred;
    home_ = &loop;
    co_await io::asio::async_initiate<io::asio::deferred_t const&, void()>(initiate_wait(),
                                                                           deferred, this);
}

void upkeep_walk::start() {
    std::vector<std::size_t> walkers;
    for (auto const& buckets : left_) {
        walkers.push_back(std::min<std::size_t>(side_by_side_, buckets.size()));
        running_ += walkers.back();
    }
    // One more, so that nothing ends before all have been started.
    ++running_;
    for (unsigned ring = 0; ring < rings_.size(); ++ring) {
        for (; walkers[ring] > 0; --walkers[ring]) start_ring(ring);
    }
    one_done();
}

void upkeep_walk::start_ring(unsigned index) {
    io::ring_loop& loop = rings_.loop(index);
    io::spawn(loop, walk(this, &loop));
}

io::task<void> upkeep_walk::walk(upkeep_walk* self, io::ring_loop* loop) {
    while (std::optional<std::uint8_t> const bucket = self->next_bucket(loop->index())) {
        co_await self->visitor_.visit(*loop, *bucket);
    }
    self->one_done();
}

std::optional<std::uint8_t> upkeep_walk::next_bucket(unsigned ring) {
    auto& left = left_[ring];
    if (left.empty() || visitor_.is_over()) return std::nullopt;
    std::uint8_t const bucket = left.front();
    left.pop_front();
    return bucket;
}

void upkeep_walk::one_done() {
    // The last one hands the walk back, which may be gone at once.
    if (running_.fetch_sub(1) == 1) io::resume_on(*home_, std::move(handler_));
}

}  // namespace storh::doc
