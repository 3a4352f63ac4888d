// doc/stream_window.hpp
//
// The records that a stream reads ahead of its consumer, in the order in which they are given.
//
// Bounded in records and in bytes. A read says only afterwards what it has cost, so the bytes of those
// on their way are guessed from the largest of late: the window is as many records as would fit if they
// were as large as those. Places are used again and again; nothing is allocated for a record but the
// record itself.
//
// Pure. Threads: one at a time (stream_state holds a mutex), except that who reads a place has it to
// itself from push() until note_read().

#pragma once

#include <storh/error.hpp>
#include <storh/record.hpp>

#include "publish/record_read.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace storh::doc {

/// One record on its way: the read, then what it found.
struct window_place {
    explicit window_place(publish::record_read::done_function done) noexcept : read(done, this) {}

    publish::record_read read;
    uuid_v7 id;
    void* reader = nullptr;  // who has it
    bool is_read = false;
    std::size_t bytes = 0;
    std::optional<record> found;  // nothing: gone, or not wanted
    boost::system::error_code error;
    std::unique_ptr<error_info> info;
};

class stream_window {
public:
    static constexpr std::size_t records_max = 256;
    static constexpr std::size_t bytes_max = std::size_t{8} << 20;

    /// `done` is called by each read, on its ring; its owner is the place.
    /// `expected_bytes` is how large a record may be expected to be, 0 if nobody knows.
    stream_window(publish::record_read::done_function done, std::size_t expected_bytes) noexcept;

    /// Records that are worth a hand-over, to a ring or to the consumer.
    static constexpr std::size_t batch_records = records_max / 2;

    /// How many more records to read ahead now: none until that is worth a hand-over.
    [[nodiscard]] std::size_t room() const noexcept;

    /// A place behind the others for the record of `id`.
    window_place& push(uuid_v7 const& id);

    /// The read of `place` has ended.
    void note_read(window_place& place) noexcept;

    [[nodiscard]] std::size_t expected_bytes() const noexcept { return expected_bytes_; }

    [[nodiscard]] bool empty() const noexcept { return queue_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return queue_.size(); }
    [[nodiscard]] window_place& front() noexcept { return *queue_.front(); }

    /// How many at the front have been read.
    [[nodiscard]] std::size_t ready() const noexcept { return ready_; }

    /// Drops the front, which has been read.
    void pop_front() noexcept;

    /// Drops everything. Reads that are under way still have their places, and nothing is pushed
    /// any more.
    void clear() noexcept;

private:
    publish::record_read::done_function done_;
    std::vector<std::unique_ptr<window_place>> places_;
    std::vector<window_place*> free_;
    std::deque<window_place*> queue_;
    std::size_t ready_ = 0;
    std::size_t bytes_ = 0;
    std::size_t expected_bytes_;
};

}  // namespace storh::doc
