#include <storh/record_stream.hpp>

#include "doc/stream/stream_state.hpp"

namespace storh {

record_stream::record_stream(std::shared_ptr<doc::stream_state> state) noexcept
    : state_(std::move(state)) {}

record_stream& record_stream::operator=(record_stream&& other) noexcept {
    if (this == &other) return *this;
    if (state_) state_->abandon();
    state_ = std::move(other.state_);
    return *this;
}

record_stream::~record_stream() {
    if (state_) state_->abandon();
}

void record_stream::start_next::operator()(
    std::shared_ptr<detail::completion<std::optional<record>>> done) && {
    done->report_to(info);
    state ? state->next(std::move(done)) : done->complete_error(errc::closed);
}

void record_stream::start_next_many::operator()(
    std::shared_ptr<detail::completion<std::vector<record>>> done) && {
    done->report_to(info);
    state ? state->next_many(most, std::move(done)) : done->complete_error(errc::closed);
}

std::uint64_t record_stream::skipped_count() const {
    return state_ ? state_->skips().count() : 0;
}

std::vector<error_info> record_stream::skipped() const {
    return state_ ? state_->skips().errors() : std::vector<error_info>();
}

}  // namespace storh
