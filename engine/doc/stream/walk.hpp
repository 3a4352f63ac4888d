// doc/walk.hpp
//
// What a stream is to do: where the ids come from, which records count, how many.
//
// The limit is applied to what has passed the filter, never to what was proposed.
//
// Threads: a value; the parts that are shared are safe on any thread.

#pragma once

#include <storh/error.hpp>
#include <storh/record.hpp>
#include <storh/record_query.hpp>

#include "doc/stream/candidate_source.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace storh::doc {

class collection;

/// Damaged records that were passed over; shared by the walks of one query.
class skip_log {
public:
    static constexpr std::size_t errors_kept = 100;

    void add(std::unique_ptr<error_info> info);
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] std::vector<error_info> errors() const;

private:
    mutable std::mutex mutex_;
    std::uint64_t count_ = 0;
    std::vector<error_info> errors_;
};

/// What a walk has done so far.
struct walk_counts {
    std::atomic<std::uint64_t> proposed{0};   // ids that the source has come up with
    std::atomic<std::uint64_t> read{0};       // ids whose record was looked at
    std::atomic<std::uint64_t> matched{0};    // records that passed the filter
    std::atomic<std::uint64_t> delivered{0};  // records given to the consumer
};

using record_filter = std::function<bool(record const&)>;

struct walk {
    explicit walk(std::unique_ptr<candidate_source> from) : source(std::move(from)) {}

    std::unique_ptr<candidate_source> source;
    record_filter filter;  // empty for all; called on any thread
    std::optional<std::uint64_t> limit;
    error_policy on_error = error_policy::stop;
    std::shared_ptr<skip_log> skips = std::make_shared<skip_log>();
    std::shared_ptr<walk_counts> counts = std::make_shared<walk_counts>();
};

/// The walk of doc_store::stream.
[[nodiscard]] walk walk_of(std::shared_ptr<collection> state, record_query query);

}  // namespace storh::doc
