// doc/stream_state.hpp
//
// The state behind a record_stream: sorted listings, their merge, and a window of reads ahead of the
// consumer.
//
// The window is a queue in id order. Its records are read by the rings that own them, several for
// each hand-over, and parsed there; the consumer takes from the front, in order. It is filled up
// again when a quarter is free, and not at all while nobody asks or its bytes are spent.
//
// Threads: any; a mutex guards all. Nothing of the caller's runs under it.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/record.hpp>
#include <storh/record_query.hpp>

#include "doc/collection.hpp"
#include "doc/id_bounds.hpp"
#include "doc/id_merge.hpp"
#include "publish/listing_cache.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace storh::doc {

using next_completion = detail::completion<std::optional<record>>;

class stream_state : public std::enable_shared_from_this<stream_state> {
public:
    static constexpr std::size_t window_records = 256;
    static constexpr std::size_t window_bytes = std::size_t{8} << 20;
    static constexpr std::size_t errors_kept = 100;
    static constexpr std::size_t records_at_first = 32;

    stream_state(std::shared_ptr<collection> state, record_query query);

    void next(std::shared_ptr<next_completion> done);
    void abandon() noexcept;

    [[nodiscard]] std::uint64_t skipped_count() const;
    [[nodiscard]] std::vector<error_info> skipped() const;

private:
    class ring_reads;
    friend class ring_reads;

    /// One record of the window.
    struct place {
        explicit place(uuid_v7 const& of) noexcept : id(of) {}
        uuid_v7 id;
        bool is_read = false;
        std::size_t bytes = 0;
        std::optional<record> found;  // nothing: gone, or does not match
        boost::system::error_code error;
        std::unique_ptr<error_info> info;
    };

    /// What one next() gets.
    struct outcome {
        outcome() = default;
        std::optional<record> found;
        boost::system::error_code error;
        std::unique_ptr<error_info> info;
    };

    void accept(std::shared_ptr<next_completion> done);
    void begin_listing(std::unique_lock<std::mutex>& lock);
    void listed(std::vector<publish::id_list> lists, boost::system::error_code error);
    static io::task<void> list(std::shared_ptr<stream_state> self, io::ring_loop& loop);
    void fill();
    [[nodiscard]] std::size_t room() const noexcept;
    void read_done(place& target, std::size_t bytes, std::optional<record> found,
                   boost::system::error_code error, std::unique_ptr<error_info> info);
    [[nodiscard]] bool matches(record const& candidate) const;
    void serve(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] bool is_at_end() const noexcept;
    [[nodiscard]] bool is_outcome_due();
    [[nodiscard]] std::shared_ptr<next_completion> answer(outcome& result);
    void take_outcome(outcome& result);
    void pop_front() noexcept;
    void note_skipped(place& damaged);
    void end_of_walk() noexcept;

    std::shared_ptr<collection> state_;
    record_query query_;
    mutable std::mutex mutex_;
    enum class phase : std::uint8_t { fresh, listing, walking } phase_ = phase::fresh;
    std::vector<publish::id_list> lists_;
    id_merge merge_;
    std::deque<std::shared_ptr<place>> window_;
    std::size_t window_bytes_ = 0;
    // Of a record to come: the largest of late, since a read says only afterwards what it has cost.
    std::size_t expected_bytes_ = window_bytes / records_at_first;
    std::uint64_t delivered_ = 0;
    boost::system::error_code failure_;  // of the listing; final
    std::shared_ptr<next_completion> waiting_;
    bool is_abandoned_ = false;
    std::uint64_t skipped_count_ = 0;
    std::vector<error_info> skipped_;
};

}  // namespace storh::doc
