// publish/generation.hpp
//
// The writes that one ring carries through a commit together, with the names and operations that
// each needs. Entries never move, because operations in flight point at them.
//
// Threads: the ring's.

#pragma once

#include "io/operation.hpp"
#include "publish/commit/write_request.hpp"
#include "publish/record_path.hpp"

#include <boost/system/error_code.hpp>

#include <algorithm>
#include <ctime>
#include <deque>

namespace storh::publish {

/// One write on its way.
struct generation_entry {
    explicit generation_entry(write_request& taken) noexcept : request(&taken), path(taken.id) {}

    [[nodiscard]] bool is_put() const noexcept { return request->kind == write_kind::put; }

    /// Neither failed nor decided.
    [[nodiscard]] bool is_live() const noexcept { return !is_settled && !request->error; }

    write_request* request;
    record_path path;
    temp_path temp;
    io::operation op;
    bool has_temp = false;    ///< the temp file is there and has to be renamed or removed
    bool is_settled = false;  ///< renamed or removed; waits for a barrier
};

/// Entries in arrival order for each id.
class generation {
public:
    void add(write_request& request) { entries_.emplace_back(request); }

    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] auto begin() noexcept { return entries_.begin(); }
    [[nodiscard]] auto end() noexcept { return entries_.end(); }

    /// Whether something of it has been written that a barrier has to make durable.
    [[nodiscard]] bool needs_barrier() const noexcept {
        return std::ranges::any_of(
            entries_, [](generation_entry const& entry) { return !entry.request->error; });
    }

    /// Whether something of it is still to be carried out.
    [[nodiscard]] bool has_live() const noexcept {
        return std::ranges::any_of(entries_, &generation_entry::is_live);
    }

    bool has_turn = false;    ///< its committer is inside begin_changes() for it
    bool is_indexed = false;  ///< the store's indexes know of it

    /// When its temps were begun, in seconds since 1970.
    std::time_t started = 0;

    /// Ends every request: with `error` those that have settled, if it is set; with their own the
    /// others. The generation is empty afterwards.
    void finish(boost::system::error_code error) noexcept {
        for (generation_entry& entry : entries_) {
            if (error && entry.is_settled) entry.request->error = error;
            entry.request->finish();
        }
        entries_.clear();
    }

private:
    std::deque<generation_entry> entries_;
};

}  // namespace storh::publish
