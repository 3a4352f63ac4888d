// doc/stream_state.hpp
//
// The state behind a record_stream: ids out of a source, and a window of reads ahead of the consumer.
//
// The rings that own the records read and parse them, many for each hand-over; the consumer takes
// from the front of the window, in order. The window is filled up again when half of it is free, and
// not at all while nobody asks or its bytes are spent.
//
// The state lives, and holds the collection open, for as long as reads are under way.
//
// Threads: any; a mutex guards all. Nothing of the caller's runs under it.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/record.hpp>

#include "doc/collection.hpp"
#include "doc/stream/stream_reads.hpp"
#include "doc/stream/stream_window.hpp"
#include "doc/stream/walk.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace storh::doc {

using next_completion = detail::completion<std::optional<record>>;
using next_many_completion = detail::completion<std::vector<record>>;

class stream_state final : public std::enable_shared_from_this<stream_state>, public stream_reader {
public:
    stream_state(std::shared_ptr<collection> state, walk plan);

    void next(std::shared_ptr<next_completion> done);
    void next_many(std::size_t most, std::shared_ptr<next_many_completion> done);
    void abandon() noexcept;

    /// How many ids the source has come up with, at most as many as the limit; 0 at first. An upper bound
    /// of what comes: records may be removed, and the filter is not looked at.
    [[nodiscard]] std::uint64_t listed_count() const;

    [[nodiscard]] skip_log const& skips() const noexcept { return *plan_.skips; }

private:
    /// A call of next() or next_many(), and what it gets.
    struct request {
        request() = default;
        [[nodiscard]] bool is_done() const noexcept;
        [[nodiscard]] bool claim() noexcept;
        void complete();
        void fail(boost::system::error_code reason);
        std::shared_ptr<next_completion> one;
        std::shared_ptr<next_many_completion> many;
        std::size_t most = 1;
        std::vector<record> records;
        boost::system::error_code error;
        std::unique_ptr<error_info> info;
    };
    /// What is to be done without the mutex.
    struct errands {
        errands() = default;
        std::optional<request> answer;
        std::vector<stream_reads*> reads;
        bool is_refill_due = false;
    };

    void accept(request call);
    [[nodiscard]] bool wants_refill() const noexcept;
    void begin_refill(errands& due);
    void start_refill();
    static io::task<void> refill(std::shared_ptr<stream_state> self, io::ring_loop& loop);
    void refilled(boost::system::error_code error, std::unique_ptr<error_info> info);

    void fill(errands& due);
    [[nodiscard]] std::size_t room() const noexcept;
    [[nodiscard]] bool begin_reading();
    void finished(std::span<window_place* const> places) override;
    void drop_unwanted(std::span<window_place* const> places) const;

    void serve(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] bool is_batch_to_come(request const& call) const noexcept;
    [[nodiscard]] bool is_at_end() const noexcept;
    [[nodiscard]] bool is_outcome_due();
    void answer(errands& due);
    [[nodiscard]] bool is_failure_due() const noexcept;
    void take_outcome(request& call);
    void take_error(request& call);
    void end_of_walk() noexcept;

    std::shared_ptr<collection> state_;
    walk plan_;
    mutable std::mutex mutex_;
    bool is_refilling_ = false;  // the source is not to be touched meanwhile
    stream_window window_;
    std::deque<stream_reads> reads_;              // one a ring
    std::size_t reading_ = 0;                     // places that a ring has
    std::shared_ptr<stream_state> reading_self_;  // while there are any
    std::uint64_t delivered_ = 0;
    boost::system::error_code failure_;  // of the source; the next call tries again
    std::unique_ptr<error_info> failure_info_;
    std::optional<request> waiting_;
    bool is_abandoned_ = false;
};

}  // namespace storh::doc
