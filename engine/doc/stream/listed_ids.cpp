#include "doc/stream/listed_ids.hpp"

#include "doc/stream/stream_listing.hpp"

#include <span>
#include <utility>

namespace storh::doc {

listed_ids::listed_ids(std::shared_ptr<collection> state, queries::id_bounds const& bounds,
                       bool is_reverse)
    : state_(std::move(state)), bounds_(bounds), is_reverse_(is_reverse) {}

io::task<boost::system::error_code> listed_ids::refill(io::ring_loop& loop, error_info&) {
    if (failure_) co_return failure_;
    failure_ = co_await list_all(loop, state_->store(), lists_);
    if (failure_) co_return failure_;
    std::vector<std::span<uuid_v7 const>> parts;
    for (auto const& list : lists_) parts.push_back(bounds_.cut(*list));
    merge_ = id_merge(std::move(parts), is_reverse_);
    is_listed_ = true;
    co_return boost::system::error_code();
}

}  // namespace storh::doc
