// publish/committer.hpp
//
// Carries the writes of one ring through temp file, barrier, rename and barrier.
//
// Guarantees: a request finishes without error only after its file and its name would survive power
// loss. A failure before the rename leaves the old record and no temp file, and concerns that request
// alone. A barrier that fails after a rename leaves an unknown outcome: the requests concerned get
// errc::outcome_unknown and the store is poisoned.
//
// A store with indexes tells them of the writes before the first rename, and of the outcome before the
// requests finish (committer_index.cpp).
//
// The order is stepped here, one awaited batch after the other: nothing relies on linked entries.
//
// Not here: which way (commit_plan.hpp), which next (elevator.hpp), the lock (write_lock.hpp).
//
// Threads: the ring's. Coroutines here take references only to what their awaiting caller holds.

#pragma once

#include "io/batch.hpp"
#include "io/ring_loop.hpp"
#include "publish/commit/change_turn.hpp"
#include "publish/commit/commit_plan.hpp"
#include "publish/commit/elevator.hpp"
#include "publish/commit/generation.hpp"
#include "publish/commit/index_commits.hpp"
#include "publish/commit/shared_barrier.hpp"
#include "publish/store_files.hpp"

#include <atomic>
#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace storh::publish {

/// What the committers of one store share.
struct commit_context {
    commit_context(store_files& of, unsigned files_max) noexcept
        : files(of), open_files(files_max) {}

    store_files& files;
    index_commits* index = nullptr;  // set before the first write, or never
    unsigned open_files;             // that one ring may have open at once
    std::shared_ptr<shared_barrier> barrier;
    std::mutex mutex;  // guards barrier while it is made
    std::atomic<std::uint64_t> next_temp{1};
    std::atomic<bool> is_poisoned{false};
    std::atomic<std::uint64_t> generations{0};
};

class committer {
public:
    committer(io::ring_loop& loop, commit_context& context);

    /// Takes a write for a bucket of this ring. `keep` lives until nothing is left to do.
    void push(write_request& request, std::shared_ptr<void> const& keep);

    /// From a success until end_changes(), nobody else changes record files in this ring's buckets,
    /// in this process or another; fails with errc::locked. The files have been prepared.
    io::task<boost::system::error_code> begin_changes();
    void end_changes();

    /// Only the turn in this process, for who takes the lock besides.
    io::task<void> begin_turn();
    void end_turn() { turn_.leave(loop_); }

    /// A sync has failed after a change, so that nothing is known about what was changed: no write is
    /// taken any more. Gives the code for those whose outcome is unknown now.
    boost::system::error_code poison() noexcept;

private:
    using entries = std::vector<generation_entry*>;

    io::task<void> run(std::shared_ptr<void> keep);
    io::task<bool> prepare(generation& current);
    generation take_generation(std::size_t most);
    [[nodiscard]] commit_way choose_way(generation const& previous) const noexcept;

    io::task<void> commit_by_record(generation& current);
    io::task<void> commit_by_group(generation& previous, generation& current);

    void start_temps(generation& current, io::batch& temps, io::opcode code);
    void start_temp(generation_entry& entry, io::batch& temps, io::opcode code);
    io::task<void> finish_temps(generation& current, io::opcode code);
    io::task<bool> make_missing_buckets(generation& current);
    io::task<void> sync_temps(generation& current);
    io::task<void> remove_temps(generation& current);

    io::task<bool> enter_changes(generation& current);
    void leave_changes(generation& current);
    io::task<bool> begin_index(generation& current, index_commit& commit);
    io::task<void> end_index(generation& current, index_commit& commit);
    void finish(generation& current, boost::system::error_code error);

    io::task<void> rename_all(generation& current);
    io::task<void> run_round(entries const& round, std::time_t started);
    io::task<void> check_conditions(entries const& round);
    io::task<entries> change_all(entries const& round, unsigned rename_flags);
    io::task<void> look_at_replaced(entries const& taken, std::time_t started);
    void start_change(generation_entry& entry, io::batch& changes, unsigned rename_flags);
    void settle(generation_entry& entry);
    io::task<void> explain_conflicts(entries const& round);

    io::task<boost::system::error_code> sync_directories(generation& current);
    io::task<boost::system::error_code> sync_paths(std::vector<std::string> const& paths,
                                                   std::size_t first, std::size_t end);
    void make_barrier();
    io::task<boost::system::error_code> barrier();

    [[nodiscard]] int directory() const noexcept { return context_.files.directory(); }

    io::ring_loop& loop_;
    commit_context& context_;
    change_turn turn_;
    elevator waiting_;
    bool is_running_ = false;
    std::bitset<256> known_durable_;  // buckets whose own directory entry is on stable storage
};

}  // namespace storh::publish
