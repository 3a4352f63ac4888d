#include "doc/upkeep/check_window.hpp"

#include "doc/upkeep/record_verdict.hpp"

#include <optional>

namespace storh::doc {

void piece_check::take(publish::record_read const& read, upkeep_state& state) {
    if (read.is_absent()) return;
    auto const error = read.error();
    bool const is_misplaced = read.id.bucket() != piece_.bucket();
    std::string_view const file = error ? std::string_view() : read.bytes();
    if (std::optional<finding> found = verdict_on(read.id, is_misplaced, error, file)) {
        found->path = piece_.path_of(read.file_name());
        findings.push_back(std::move(*found));
    } else if (!state.is_rehomed(read.id)) {
        ++records;
        bytes += file.size();
    }
}

void check_window::pump() noexcept {
    while (!waiting_.empty()) {
        piece_check& work = *waiting_.front();
        if (state_.is_over()) work.drop_rest();
        while (work.has_next() && in_flight_ < most_) start_read(work);
        if (work.has_next()) return;
        waiting_.pop_front();
        end_if_done(work);
    }
}

void check_window::start_read(piece_check& work) noexcept {
    if (free_.empty()) free_.push_back(slots_.emplace_back(std::make_unique<slot>(*this)).get());
    slot& next = *free_.back();
    free_.pop_back();
    next.work = &work;
    ++work.in_flight_;
    ++in_flight_;
    next.read.start_in(loop_, work.piece_.fd(), work.piece_.ids[work.next_++],
                       state_.store().options().record_bytes_max(), large_);
}

void check_window::read_done(publish::record_read& read) noexcept {
    slot& done = *static_cast<slot*>(read.owner);
    check_window& self = done.of;
    piece_check& work = *done.work;
    work.take(read, self.state_);
    read.forget();
    self.free_.push_back(&done);
    --work.in_flight_;
    --self.in_flight_;
    self.end_if_done(work);
    self.pump();
}

/// A piece that is dropped while it still waits is ended by pump().
void check_window::end_if_done(piece_check& work) noexcept {
    if (!work.is_done() || !work.handler_) return;
    io::resume_on(loop_, std::move(work.handler_));
}

}  // namespace storh::doc
