// doc/listed_ids.hpp
//
// The ids of a collection within bounds, in order, out of the listings of its buckets.
//
// 16 bytes an id are kept, which the store's listing cache may share.

#pragma once

#include "doc/collection.hpp"
#include "doc/stream/candidate_source.hpp"
#include "doc/stream/id_merge.hpp"
#include "publish/listing/listing_cache.hpp"
#include "query/id_bounds.hpp"

#include <memory>
#include <vector>

namespace storh::doc {

class listed_ids final : public candidate_source {
public:
    /// `state` has to be held open while a refill runs.
    listed_ids(std::shared_ptr<collection> state, queries::id_bounds const& bounds,
               bool is_reverse);

    [[nodiscard]] io::task<boost::system::error_code> refill(io::ring_loop& loop,
                                                             error_info& info) override;
    [[nodiscard]] std::optional<uuid_v7> next() override { return merge_.next(); }
    [[nodiscard]] std::size_t at_hand() const noexcept override { return merge_.size(); }
    [[nodiscard]] bool is_exhausted() const noexcept override {
        return is_listed_ && merge_.size() == 0;
    }

private:
    std::shared_ptr<collection> state_;
    queries::id_bounds bounds_;
    std::vector<publish::id_list> lists_;
    id_merge merge_;
    boost::system::error_code failure_;  // final: half of the buckets is not the collection
    bool is_reverse_;
    bool is_listed_ = false;
};

}  // namespace storh::doc
