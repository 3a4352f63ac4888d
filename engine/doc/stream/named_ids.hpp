// doc/named_ids.hpp
//
// Ids that a query names, in their order; none while there is no collection.

#pragma once

#include "doc/collection.hpp"
#include "doc/stream/candidate_source.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace storh::doc {

class named_ids final : public candidate_source {
public:
    /// `state` has to be held open while a refill runs.
    named_ids(std::shared_ptr<collection> state, std::vector<uuid_v7> ids)
        : state_(std::move(state)), ids_(std::move(ids)) {}

    [[nodiscard]] io::task<boost::system::error_code> refill(io::ring_loop&, error_info&) override {
        int const directory = state_->store().directory();
        if (auto const error = directory_error(directory)) co_return error;
        if (directory < 0) ids_.clear();
        is_open_ = true;
        co_return boost::system::error_code();
    }

    [[nodiscard]] std::optional<uuid_v7> next() override {
        if (at_hand() == 0) return std::nullopt;
        return ids_[next_++];
    }
    [[nodiscard]] std::size_t at_hand() const noexcept override {
        return is_open_ ? ids_.size() - next_ : 0;
    }
    [[nodiscard]] bool is_exhausted() const noexcept override { return next_ == ids_.size(); }

private:
    std::shared_ptr<collection> state_;
    std::vector<uuid_v7> ids_;
    std::size_t next_ = 0;
    bool is_open_ = false;  // and with it the collection
};

}  // namespace storh::doc
