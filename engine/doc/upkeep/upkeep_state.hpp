// doc/upkeep_state.hpp
//
// What the rings share while they verify or repair a collection: the report, the options, and the first
// failure.
//
// Guarantees: on_finding gets one finding at a time. Bounded memory, but for the id of each record that
// a repair moves home. Threads: any.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/error.hpp>
#include <storh/upkeep.hpp>

#include "doc/collection.hpp"
#include "publish/temp_sweep.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

namespace storh::doc {

/// What the operation completes with; `info` describes `error`.
struct upkeep_outcome {
    upkeep_outcome() = default;
    boost::system::error_code error;
    std::unique_ptr<error_info> info;
    repair_report report;
};

class upkeep_state {
public:
    /// What happened to a damaged file.
    enum class mended : std::uint8_t { quarantined, rehomed };

    /// `done` is asked whether the caller has given up; both outlive this.
    upkeep_state(collection& of, upkeep_options options, detail::completion_base& done);

    [[nodiscard]] publish::bucket_store& store() const noexcept { return state_.store(); }
    [[nodiscard]] index::collection_index& indexes() const noexcept { return state_.indexes(); }
    [[nodiscard]] upkeep_options const& options() const noexcept { return options_; }

    /// Before the first change: false if the caller has cancelled, and then nothing may be changed.
    [[nodiscard]] bool try_start() noexcept { return done_.try_start(); }

    /// Whether to stop: the caller has given up, or something has failed.
    [[nodiscard]] bool is_over() const noexcept { return has_failed_.load() || done_.is_done(); }

    /// The first failure counts; `path` is the file or directory concerned.
    void fail(boost::system::error_code error, std::string const& path,
              std::string const& detail = {});
    void fail(boost::system::error_code error, error_info const& info);

    void add(finding found);
    void add_sound(std::uint64_t records, std::uint64_t bytes);

    /// Says that so many records have been looked at, or one more bucket is done.
    void report_records(std::uint64_t count) noexcept;
    void report_buckets(std::uint64_t count) noexcept;

    /// A sound record is about to be moved into its bucket, so that the walk there passes it over:
    /// it is counted by its move.
    void expect_home(uuid_v7 const& id);
    void forget_home(uuid_v7 const& id);
    [[nodiscard]] bool is_rehomed(uuid_v7 const& id);
    void add_mended(mended how);

    void add_swept(publish::sweep_result const& swept);
    /// How many findings of `kind` there are so far.
    [[nodiscard]] std::uint64_t count(finding_kind kind);

    /// For the end, when nobody else uses this any more.
    [[nodiscard]] upkeep_outcome take_outcome();

private:
    collection& state_;
    upkeep_options options_;
    detail::completion_base& done_;
    std::atomic<bool> has_failed_{false};
    std::atomic<bool> has_rehomed_{false};
    std::mutex mutex_;  // guards what follows
    boost::system::error_code failure_;
    error_info failure_info_;
    repair_report report_;
    std::unordered_set<uuid_v7> rehomed_;
};

}  // namespace storh::doc
