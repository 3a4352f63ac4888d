// doc/sorted_ids.hpp
//
// The ids of the records that match a query, in the order of a field: all of them are read once for that, and
// again by who gives them out.
//
// Memory: see query/sorter.hpp.
//
// A record that cannot be read fails the refill and is passed over by the next one, as a stream does it.

#pragma once

#include "doc/stream/candidate_source.hpp"
#include "doc/stream/stream_state.hpp"
#include "query/sorter.hpp"

#include <memory>
#include <vector>

namespace storh::doc {

class sorted_ids final : public candidate_source {
public:
    /// `matching` is the walk over all that match.
    sorted_ids(std::shared_ptr<stream_state> matching, queries::sorter by);
    ~sorted_ids() override;

    [[nodiscard]] io::task<boost::system::error_code> refill(io::ring_loop& loop,
                                                             error_info& info) override;
    [[nodiscard]] std::optional<uuid_v7> next() override;
    [[nodiscard]] std::size_t at_hand() const noexcept override { return ids_.size() - next_; }
    [[nodiscard]] bool is_exhausted() const noexcept override {
        return is_sorted_ && at_hand() == 0;
    }
    void stop() noexcept override { matching_->abandon(); }

private:
    [[nodiscard]] boost::system::error_code take(std::vector<record> const& rows, error_info& info);

    std::shared_ptr<stream_state> matching_;
    queries::sorter sorter_;
    std::vector<uuid_v7> ids_;
    std::size_t next_ = 0;
    bool is_sorted_ = false;
    bool is_too_large_ = false;
};

}  // namespace storh::doc
