#include "doc/stream/stream_window.hpp"

#include <algorithm>

namespace storh::doc {
namespace {

/// What is read before the size of any record is known. All of them may be large: more would be further
/// beyond the bytes, and the first stream of a store is all that waits for them.
constexpr std::size_t records_at_first = 8;

}  // namespace

stream_window::stream_window(publish::record_read::done_function done,
                             std::size_t expected_bytes) noexcept
    : done_(done),
      expected_bytes_(expected_bytes != 0 ? expected_bytes : bytes_max / records_at_first) {}

std::size_t stream_window::room() const noexcept {
    std::size_t const capacity = std::clamp<std::size_t>(
        bytes_max / std::max<std::size_t>(expected_bytes_, 1), 1, records_max);
    std::size_t const free = capacity - std::min(capacity, queue_.size());
    bool const waits_for_a_batch = !queue_.empty() && free < capacity / 2;
    return bytes_ >= bytes_max || waits_for_a_batch ? 0 : free;
}

window_place& stream_window::push(uuid_v7 const& id) {
    if (free_.empty()) {
        places_.push_back(std::make_unique<window_place>(done_));
        free_.reserve(places_.size());
        free_.push_back(places_.back().get());
    }
    window_place& place = *free_.back();
    queue_.push_back(&place);
    free_.pop_back();
    place.id = id;
    place.is_read = false;
    return place;
}

void stream_window::note_read(window_place& place) noexcept {
    place.is_read = true;
    expected_bytes_ = std::max(place.bytes, expected_bytes_ - expected_bytes_ / 16);
    // What is not given out holds no memory.
    if (!place.found) place.bytes = 0;
    bytes_ += place.bytes;
    while (ready_ < queue_.size() && queue_[ready_]->is_read) ++ready_;
}

void stream_window::pop_front() noexcept {
    window_place& place = front();
    queue_.pop_front();
    --ready_;
    bytes_ -= place.bytes;
    place.found.reset();
    place.error = {};
    place.info.reset();
    free_.push_back(&place);
}

void stream_window::clear() noexcept {
    queue_.clear();
    ready_ = 0;
    bytes_ = 0;
}

}  // namespace storh::doc
