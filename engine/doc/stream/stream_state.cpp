#include "doc/stream/stream_state.hpp"

#include "io/spawn.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <utility>

namespace storh::doc {

namespace sys = boost::system;

bool stream_state::request::is_done() const noexcept {
    return one ? one->is_done() : many->is_done();
}

bool stream_state::request::claim() noexcept {
    return one ? one->claim() : many->claim();
}

void stream_state::request::fail(sys::error_code reason) {
    one ? one->complete_error(reason) : many->complete_error(reason);
}

void stream_state::request::complete() {
    if (many) return many->complete_claimed(error, std::move(info), std::move(records));
    std::optional<record> found;
    if (!records.empty()) found = std::move(records.front());
    one->complete_claimed(error, std::move(info), std::move(found));
}

stream_state::stream_state(std::shared_ptr<collection> state, walk plan)
    : state_(std::move(state)),
      plan_(std::move(plan)),
      window_(&stream_reads::read_done, state_->expected_bytes().load(std::memory_order_relaxed)) {
    auto& rings = state_->store().rings();
    for (unsigned index = 0; index < rings.size(); ++index) {
        reads_.emplace_back(*this, mutex_, *state_, rings.loop(index));
    }
}

void stream_state::next(std::shared_ptr<next_completion> done) {
    request call;
    call.one = std::move(done);
    accept(std::move(call));
}

void stream_state::next_many(std::size_t most, std::shared_ptr<next_many_completion> done) {
    request call;
    call.many = std::move(done);
    call.most = std::max<std::size_t>(most, 1);
    accept(std::move(call));
}

void stream_state::accept(request call) {
    // What has been read ahead is not given out after a close either.
    sys::error_code error = state_->begin();
    if (!error) {
        std::unique_lock lock(mutex_);
        bool const is_taken = waiting_ && !waiting_->is_done();
        if (is_abandoned_ || is_taken) {
            error = errc::closed;
        } else {
            waiting_ = std::move(call);
            serve(lock);
        }
        if (lock) lock.unlock();
        state_->end();
    }
    if (error) call.fail(error);
}

void stream_state::abandon() noexcept {
    std::optional<request> unanswered;
    {
        std::lock_guard const lock(mutex_);
        is_abandoned_ = true;
        end_of_walk();
        unanswered = std::exchange(waiting_, std::nullopt);
    }
    // Nothing else would: its context would wait for ever.
    if (unanswered) unanswered->fail(asio::error::operation_aborted);
}

void stream_state::end_of_walk() noexcept {
    window_.clear();
    if (is_refilling_) {
        plan_.source->stop();
    } else {
        plan_.source.reset();
    }
}

bool stream_state::wants_refill() const noexcept {
    if (is_abandoned_ || failure_ || is_refilling_) return false;
    if (plan_.source->at_hand() > 0 || plan_.source->is_exhausted()) return false;
    return !plan_.limit || delivered_ + window_.size() < *plan_.limit;
}

void stream_state::begin_refill(errands& due) {
    failure_ = state_->begin();
    if (failure_) return;
    is_refilling_ = true;
    due.is_refill_due = true;
}

void stream_state::start_refill() {
    io::ring_loop& loop = state_->loop();
    io::spawn(loop, refill(shared_from_this(), loop));
}

io::task<void> stream_state::refill(std::shared_ptr<stream_state> self, io::ring_loop& loop) {
    auto info = std::make_unique<error_info>();
    sys::error_code const error = co_await self->plan_.source->refill(loop, *info);
    self->refilled(error, std::move(info));
    self->state_->end();
}

void stream_state::refilled(sys::error_code error, std::unique_ptr<error_info> info) {
    std::unique_lock lock(mutex_);
    is_refilling_ = false;
    if (is_abandoned_) return end_of_walk();
    failure_ = error;
    if (error) failure_info_ = std::move(info);
    if (!error) plan_.counts->proposed += plan_.source->at_hand();
    serve(lock);
}

void stream_state::serve(std::unique_lock<std::mutex>& lock) {
    errands due;
    answer(due);
    fill(due);
    // Reading ahead may have failed just now, and then no read may be under way to come back here.
    if (!due.answer && failure_) answer(due);
    lock.unlock();
    for (stream_reads* const reads : due.reads) reads->submit();
    if (due.is_refill_due) start_refill();
    if (due.answer) due.answer->complete();
}

/// Gives the call that waits what there is for it.
void stream_state::answer(errands& due) {
    if (!waiting_ || is_batch_to_come(*waiting_) || !is_outcome_due()) return;
    request call = *std::exchange(waiting_, std::nullopt);
    // A cancelled call takes nothing.
    if (!call.claim()) return;
    take_outcome(call);
    due.answer = std::move(call);
}

/// Whether more can be given by waiting for what is being read already. Each hand-over to the consumer
/// costs more than a record.
bool stream_state::is_batch_to_come(request const& call) const noexcept {
    std::size_t const wanted = std::min(call.most, stream_window::batch_records);
    return !failure_ && window_.ready() < std::min(wanted, window_.size());
}

bool stream_state::is_at_end() const noexcept {
    bool const is_full = plan_.limit && delivered_ >= *plan_.limit;
    if (is_full) return true;
    return window_.empty() && !is_refilling_ && !failure_ && plan_.source->is_exhausted();
}

/// Drops from the front what the consumer does not get to see, and tells whether there is something
/// for it: a record, an error, or the end.
bool stream_state::is_outcome_due() {
    while (!window_.empty() && window_.front().is_read && !is_at_end()) {
        window_place& front = window_.front();
        bool const is_skipped = front.error && plan_.on_error == error_policy::skip;
        if (!is_skipped && (front.error || front.found)) return true;
        if (is_skipped) plan_.skips->add(std::move(front.info));
        window_.pop_front();
    }
    return is_at_end() || is_failure_due();
}

/// What has been read before the source failed comes first.
bool stream_state::is_failure_due() const noexcept {
    return failure_ && window_.empty();
}

void stream_state::take_outcome(request& call) {
    call.records.reserve(std::min(call.most, window_.size()));
    while (call.records.size() < call.most && is_outcome_due() && !is_at_end()) {
        // Behind the records before it, which come first.
        bool const is_error = window_.empty() || window_.front().error;
        if (is_error && !call.records.empty()) return;
        if (is_error) return take_error(call);
        call.records.push_back(std::move(*window_.front().found));
        ++delivered_;
        ++plan_.counts->delivered;
        window_.pop_front();
    }
}

void stream_state::take_error(request& call) {
    if (window_.empty()) {
        call.error = std::exchange(failure_, {});
        call.info = std::move(failure_info_);
        return;
    }
    call.error = window_.front().error;
    call.info = std::move(window_.front().info);
    window_.pop_front();
}

/// How many more records to read ahead now.
std::size_t stream_state::room() const noexcept {
    if (is_abandoned_ || failure_ || is_refilling_) return 0;
    std::size_t const most = std::min(window_.room(), plan_.source->at_hand());
    if (!plan_.limit || plan_.filter) return most;
    // Not more than can be asked for; those that turn out to be gone are made up for later.
    std::uint64_t const wanted = *plan_.limit - std::min(*plan_.limit, delivered_);
    return std::min<std::uint64_t>(most, wanted - std::min<std::uint64_t>(wanted, window_.size()));
}

void stream_state::fill(errands& due) {
    if (wants_refill()) return begin_refill(due);
    std::size_t left = room();
    if (left == 0 || !begin_reading()) return;
    auto& rings = state_->store().rings();
    reading_ += left;
    for (; left > 0; --left) {
        uuid_v7 const id = *plan_.source->next();
        stream_reads& reads = reads_[rings.loop_of_bucket(id.bucket()).index()];
        if (reads.want(window_.push(id))) due.reads.push_back(&reads);
    }
}

/// Holds the collection open and this object alive until nothing is being read any more.
bool stream_state::begin_reading() {
    if (reading_ > 0) return true;
    failure_ = state_->begin();
    if (failure_) return false;
    reading_self_ = shared_from_this();
    return true;
}

void stream_state::finished(std::span<window_place* const> places) {
    drop_unwanted(places);
    std::shared_ptr<stream_state> const self = shared_from_this();
    std::unique_lock lock(mutex_);
    for (window_place* const place : places) {
        if (!is_abandoned_) window_.note_read(*place);
    }
    state_->expected_bytes().store(window_.expected_bytes(), std::memory_order_relaxed);
    reading_ -= places.size();
    bool const was_last = reading_ == 0;
    if (was_last) reading_self_.reset();
    if (!is_abandoned_) {
        bool const is_due = !window_.empty() && window_.front().is_read;
        if (is_due) serve(lock);
    }
    if (lock) lock.unlock();
    if (was_last) state_->end();
}

/// On the ring's thread, where comparing costs the consumer nothing.
void stream_state::drop_unwanted(std::span<window_place* const> places) const {
    std::uint64_t matched = 0;
    for (window_place* const place : places) {
        if (!place->found) continue;
        if (plan_.filter && !plan_.filter(*place->found)) {
            place->found.reset();
        } else {
            ++matched;
        }
    }
    plan_.counts->read += places.size();
    plan_.counts->matched += matched;
}

std::uint64_t stream_state::listed_count() const {
    std::uint64_t const proposed = plan_.counts->proposed;
    return std::min(proposed, plan_.limit.value_or(proposed));
}

}  // namespace storh::doc
