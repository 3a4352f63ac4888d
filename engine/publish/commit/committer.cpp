#include "publish/commit/committer.hpp"

#include "io/spawn.hpp"
#include "publish/commit/prepare_job.hpp"

#include <storh/error.hpp>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>

namespace storh::publish {
namespace {

namespace sys = boost::system;

/// Up to so many writes are each prepared by one worker as a whole.
constexpr std::size_t alone_max = 2;

}  // namespace

committer::committer(io::ring_loop& loop, commit_context& context)
    : loop_(loop), context_(context) {}

void committer::push(write_request& request, std::shared_ptr<void> const& keep) {
    waiting_.push(request);
    if (is_running_) return;
    is_running_ = true;
    io::spawn(loop_, run(keep));
}

io::task<void> committer::run(std::shared_ptr<void> keep) {
    generation previous;
    while (!waiting_.empty() || !previous.empty()) {
        commit_way const way = choose_way(previous);
        // Before the next are taken: those that answer the last acknowledgements arrive meanwhile,
        // and one generation more or less is a whole barrier for them.
        co_await rename_all(previous);
        // Syncing each file keeps each open; group writes close theirs at once.
        std::size_t const most = context_.files.options().generation_max();
        generation current = take_generation(
            way == commit_way::group ? most : std::min<std::size_t>(most, context_.open_files));
        if (!current.empty()) {
            bool const is_ready = co_await prepare(current);
            is_ready ? void(++context_.generations) : finish(current, {});
        }
        if (way == commit_way::record) {
            co_await commit_by_record(current);
            finish(current, {});
        } else {
            co_await commit_by_group(previous, current);
            previous = std::move(current);
        }
    }
    is_running_ = false;
    keep.reset();
}

commit_way committer::choose_way(generation const& previous) const noexcept {
    commit_plan const plan(context_.files.options().durable(), context_.files.file_system());
    return plan.choose(waiting_.size(), previous.size());
}

generation committer::take_generation(std::size_t most) {
    generation taken;
    taken.started = std::time(nullptr);
    while (taken.size() < most) {
        write_request* const request = waiting_.pop();
        if (request == nullptr) break;
        if (context_.is_poisoned.load()) request->error = errc::poisoned;
        if (request->error || !request->try_start()) {
            request->finish();
        } else {
            taken.add(*request);
        }
    }
    return taken;
}

io::task<bool> committer::prepare(generation& current) {
    if (context_.files.is_prepared()) co_return true;
    bool const has_puts = std::ranges::any_of(current, &generation_entry::is_put);
    // A removal from nowhere removes nothing, and makes nothing.
    if (!has_puts && directory() == -ENOENT) co_return false;
    prepare_job job(context_.files);
    co_await io::run_job(loop_, job.op);
    if (!job.error) {
        make_barrier();
        co_return true;
    }
    for (generation_entry& entry : current) {
        entry.request->error = job.error;
        entry.request->info = std::make_unique<error_info>(job.info);
    }
    co_return false;
}

io::task<void> committer::commit_by_record(generation& current) {
    if (current.empty()) co_return;
    bool const is_alone = current.size() <= alone_max;
    io::opcode const code = is_alone ? io::opcode::job : io::opcode::create_file;
    io::batch temps(loop_);
    start_temps(current, temps, code);
    co_await temps.finished();
    co_await finish_temps(current, code);
    index_commit index(loop_);
    bool const is_indexing = co_await begin_index(current, index);
    if (!is_alone) co_await sync_temps(current);
    if (is_indexing) co_await end_index(current, index);
    co_await rename_all(current);
    sys::error_code const error = co_await sync_directories(current);
    if (error) {
        sys::error_code const unknown = poison();
        for (generation_entry& entry : current) {
            if (entry.is_settled) entry.request->error = unknown;
        }
    }
    co_await remove_temps(current);
}

io::task<void> committer::commit_by_group(generation& previous, generation& current) {
    io::batch temps(loop_);
    start_temps(current, temps, io::opcode::write_file);
    co_await temps.finished();
    co_await finish_temps(current, io::opcode::write_file);
    index_commit index(loop_);
    bool const is_indexing = co_await begin_index(current, index);
    sys::error_code error;
    if (previous.needs_barrier() || current.needs_barrier()) error = co_await barrier();
    if (is_indexing) co_await end_index(current, index);
    if (error) {
        sys::error_code const unknown = poison();
        for (generation_entry& entry : current) {
            if (entry.is_live()) entry.request->error = error;
        }
        error = unknown;
    }
    co_await remove_temps(previous);
    finish(previous, error);
    co_await remove_temps(current);
}

/// Early, while descriptors can be had: a barrier that is needed must not fail for want of one.
void committer::make_barrier() {
    std::lock_guard const lock(context_.mutex);
    if (!context_.barrier) context_.barrier = shared_barrier::of(loop_, directory());
}

io::task<sys::error_code> committer::barrier() {
    make_barrier();
    std::shared_ptr<shared_barrier> const shared = context_.barrier;
    if (!shared) co_return sys::error_code(EBADF, sys::system_category());
    io::outcome const result = co_await shared->wait(loop_);
    co_return result.error;
}

sys::error_code committer::poison() noexcept {
    context_.is_poisoned.store(true);
    return errc::outcome_unknown;
}

}  // namespace storh::publish
