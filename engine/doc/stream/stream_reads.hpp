// doc/stream_reads.hpp
//
// The reads of a stream on one ring: handed over many at a time, started and parsed on the ring's
// thread, and reported back once for all that ended in the same turn of the ring.
//
// Threads: want() under the stream's mutex, submit() from any thread, the rest on the ring's.

#pragma once

#include "doc/collection.hpp"
#include "doc/stream/stream_window.hpp"
#include "io/ring_loop.hpp"

#include <mutex>
#include <span>
#include <vector>

namespace storh::doc {

/// Who gets what has been read.
class stream_reader {
public:
    /// The reads of these places have ended. The object that reports it may be gone afterwards.
    virtual void finished(std::span<window_place* const> places) = 0;

protected:
    ~stream_reader() = default;
};

class stream_reads {
public:
    /// `mutex` is the stream's.
    stream_reads(stream_reader& of, std::mutex& mutex, collection& from,
                 io::ring_loop& on) noexcept;
    stream_reads(stream_reads const&) = delete;
    stream_reads& operator=(stream_reads const&) = delete;

    /// Adds a place to those to be read; true if submit() has to be called for that.
    [[nodiscard]] bool want(window_place& place);

    void submit() noexcept { loop_.post(begin_); }

    /// The `done` of the places' reads.
    static void read_done(publish::record_read& read) noexcept;

private:
    struct step final : io::work_item {
        step(function call, stream_reads& of) noexcept : work_item(call), reads(of) {}
        stream_reads& reads;
    };

    void begin() noexcept;
    void keep_finished(window_place& place) noexcept;
    void report() noexcept;

    stream_reader& reader_;
    std::mutex& mutex_;
    collection& from_;
    io::ring_loop& loop_;
    step begin_;
    step report_;
    std::vector<window_place*> wanted_;  // this and the next under the mutex
    bool is_submitted_ = false;
    std::vector<window_place*> taken_;
    std::vector<window_place*> finished_;
};

}  // namespace storh::doc
