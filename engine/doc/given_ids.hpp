// doc/given_ids.hpp
//
// Ids that are known beforehand, in their order.

#pragma once

#include "doc/candidate_source.hpp"

#include <utility>
#include <vector>

namespace storh::doc {

class given_ids final : public candidate_source {
public:
    explicit given_ids(std::vector<uuid_v7> ids) : ids_(std::move(ids)) {}

    [[nodiscard]] io::task<boost::system::error_code> refill(io::ring_loop&, error_info&) override {
        co_return boost::system::error_code();
    }
    [[nodiscard]] std::optional<uuid_v7> next() override {
        if (next_ == ids_.size()) return std::nullopt;
        return ids_[next_++];
    }
    [[nodiscard]] std::size_t at_hand() const noexcept override { return ids_.size() - next_; }
    [[nodiscard]] bool is_exhausted() const noexcept override { return at_hand() == 0; }

private:
    std::vector<uuid_v7> ids_;
    std::size_t next_ = 0;
};

}  // namespace storh::doc
