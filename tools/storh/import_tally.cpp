#include "import_tally.hpp"

namespace storh::tool {

import_tally::import_tally(std::string const& acks_path, std::optional<std::uint64_t> bytes_total)
    : progress_("importing", bytes_total) {
    if (!acks_path.empty()) acks_.emplace(acks_path);
}

void import_tally::add_durable(std::span<uuid_v7 const> ids) {
    durable_ += ids.size();
    if (acks_ && !acks_error_) acks_error_ = acks_->append(ids);
    progress_.update(durable_, bytes_read_);
}

void import_tally::add_bytes_read(std::uint64_t count) {
    bytes_read_ += count;
    progress_.update(durable_, bytes_read_);
}

}  // namespace storh::tool
