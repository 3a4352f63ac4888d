// The second half of a commit: conditions, renames, and what makes them durable.

#include "publish/commit/committer.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"
#include "publish/commit/rename_round.hpp"
#include "publish/commit/tag_check.hpp"

#include <storh/error.hpp>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <utility>

namespace storh::publish {
namespace {

namespace sys = boost::system;

sys::error_code system_error(int result) {
    return sys::error_code(-result, sys::system_category());
}

/// A stat of the file that an entry replaces.
struct replaced_file {
    explicit replaced_file(generation_entry& of) noexcept : entry(of) {
        op.code = io::opcode::stat_file;
        op.path = entry.path.c_str();
        op.flags = AT_SYMLINK_NOFOLLOW;
        op.status = &status;
    }

    /// Whether a reader of PHP's could not tell the new file from the one it has cached, whose key
    /// is the size and the second of the last change (storh-format section 15).
    [[nodiscard]] bool looks_alike(std::time_t started) const noexcept {
        return op.result >= 0 && status.stx_size == entry.request->bytes.size() &&
               status.stx_mtime.tv_sec >= started;
    }

    generation_entry& entry;
    struct statx status = {};
    io::operation op;
};

/// Gives a temp file a time of change one second after the file that it replaces.
struct time_change {
    explicit time_change(replaced_file const& replaced) noexcept
        : seconds(replaced.status.stx_mtime.tv_sec + 1) {
        op.job = &time_change::run;
        op.directory = replaced.op.directory;
        op.path = replaced.entry.temp.c_str();
        op.data = this;
    }

    std::int64_t seconds;
    io::operation op;

private:
    static int run(io::operation& op) noexcept {
        std::time_t const seconds = static_cast<time_change*>(op.data)->seconds;
        timespec const times[2] = {{seconds, 0}, {seconds, 0}};
        return ::utimensat(op.directory, op.path, times, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : -errno;
    }
};

/// The result of a sync that could not begin: nothing has failed on the disk.
constexpr int not_opened = 1;

/// Opens, syncs and closes a directory: one way to a worker instead of three.
int sync_by_path(io::operation& op) noexcept {
    int const fd = io::open_inside(op.directory, op.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) return not_opened;
    io::unique_fd const directory(fd);
    return ::fsync(fd) == 0 ? 0 : -errno;
}

/// Whether a rename that replaces nothing was refused for the name's sake, or because the file
/// system has no such rename.
bool name_is_taken(generation_entry const& entry) noexcept {
    return entry.op.result == -EEXIST || entry.op.result == -EINVAL;
}

/// Removes a record without following a link in place of its bucket, which unlinkat would do.
int unlink_inside(io::operation& op) noexcept {
    generation_entry const& entry = *static_cast<generation_entry*>(op.data);
    bucket_path const bucket(entry.request->id.bucket());
    int const fd =
        io::open_inside(op.directory, bucket.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) return fd;
    io::unique_fd const directory(fd);
    return ::unlinkat(fd, std::strrchr(op.path, '/') + 1, 0) == 0 ? 0 : -errno;
}

}  // namespace

io::task<void> committer::rename_all(generation& current) {
    bool may_change = current.has_live();
    if (may_change) may_change = co_await enter_changes(current);
    if (may_change) {
        // Another process may have made the first index since the temps were begun.
        index_commit index(loop_);
        bool const is_indexing = co_await begin_index(current, index);
        if (is_indexing) co_await end_index(current, index);
        rename_rounds rounds(current);
        for (entries round = rounds.next(); !round.empty(); round = rounds.next()) {
            co_await run_round(round, current.started);
        }
    }
    leave_changes(current);
}

io::task<sys::error_code> committer::begin_changes() {
    co_await begin_turn();
    io::outcome const admitted = co_await context_.files.lock().enter(loop_);
    if (admitted.error) turn_.leave(loop_);
    co_return admitted.error;
}

io::task<void> committer::begin_turn() {
    if (!turn_.try_enter()) co_await turn_.enter(loop_);
}

void committer::end_changes() {
    context_.files.lock().leave(loop_);
    turn_.leave(loop_);
}

io::task<void> committer::run_round(entries const& round, std::time_t started) {
    co_await check_conditions(round);
    // Most names are new, and the kernel can tell: only where one is taken it is looked at.
    entries const taken = co_await change_all(round, RENAME_NOREPLACE);
    if (!taken.empty()) {
        co_await look_at_replaced(taken, started);
        co_await change_all(taken, 0);
    }
    co_await explain_conflicts(round);
}

io::task<committer::entries> committer::change_all(entries const& round, unsigned rename_flags) {
    io::batch changes(loop_);
    for (generation_entry* const entry : round) {
        if (entry->is_live()) start_change(*entry, changes, rename_flags);
    }
    co_await changes.finished();
    entries taken;
    for (generation_entry* const entry : round) {
        if (!entry->is_live()) continue;
        bool const may_be_taken = entry->is_put() && rename_flags != 0 && name_is_taken(*entry);
        may_be_taken ? taken.push_back(entry) : settle(*entry);
    }
    co_return taken;
}

io::task<void> committer::check_conditions(entries const& round) {
    std::deque<std::pair<generation_entry*, tag_job>> checks;
    io::batch jobs(loop_);
    for (generation_entry* const entry : round) {
        if (!entry->request->condition.if_match) continue;
        auto& check = checks.emplace_back(std::piecewise_construct, std::forward_as_tuple(entry),
                                          std::forward_as_tuple(directory(), entry->path.c_str()));
        jobs.start_job(check.second.op);
    }
    co_await jobs.finished();
    for (auto& [entry, check] : checks) {
        write_request& request = *entry->request;
        request.present_tag = check.tag;
        if (check.error()) {
            request.error = check.error();
        } else if (check.tag != request.condition.if_match) {
            request.error = errc::conflict;
        }
    }
}

io::task<void> committer::look_at_replaced(entries const& taken, std::time_t started) {
    std::deque<replaced_file> replaced;
    io::batch stats(loop_);
    for (generation_entry* const entry : taken) {
        replaced_file& one = replaced.emplace_back(*entry);
        one.op.directory = directory();
        stats.start(one.op);
    }
    co_await stats.finished();
    std::deque<time_change> time_changes;
    io::batch jobs(loop_);
    for (replaced_file const& one : replaced) {
        if (one.entry.request->condition.if_absent && one.op.result != -ENOENT) {
            one.entry.request->error =
                one.op.result >= 0 ? make_error_code(errc::conflict) : system_error(one.op.result);
        } else if (one.looks_alike(started)) {
            jobs.start_job(time_changes.emplace_back(one).op);
        }
    }
    // Without it the write is as durable and as visible, only not to PHP's cache.
    co_await jobs.finished();
}

void committer::start_change(generation_entry& entry, io::batch& changes, unsigned rename_flags) {
    entry.op.directory = directory();
    if (entry.is_put()) {
        entry.op.code = io::opcode::rename_file;
        entry.op.path = entry.temp.c_str();
        entry.op.target = entry.path.c_str();
        entry.op.flags = rename_flags;
        changes.start(entry.op);
    } else {
        entry.op.code = io::opcode::job;
        entry.op.job = &unlink_inside;
        entry.op.path = entry.path.c_str();
        entry.op.data = &entry;
        changes.start_job(entry.op);
    }
}

void committer::settle(generation_entry& entry) {
    write_request& request = *entry.request;
    int const result = entry.op.result;
    bool const is_absent = !entry.is_put() && (result == -ENOENT || result == -ENOTDIR);
    if (result < 0 && !is_absent) {
        request.error = system_error(result);
    } else {
        entry.is_settled = true;
        request.was_present = !is_absent;
    }
}

io::task<void> committer::explain_conflicts(entries const& round) {
    std::deque<std::pair<generation_entry*, tag_job>> checks;
    io::batch jobs(loop_);
    for (generation_entry* const entry : round) {
        if (entry->request->error != errc::conflict || !entry->request->condition.if_absent)
            continue;
        auto& check = checks.emplace_back(std::piecewise_construct, std::forward_as_tuple(entry),
                                          std::forward_as_tuple(directory(), entry->path.c_str()));
        jobs.start_job(check.second.op);
    }
    co_await jobs.finished();
    for (auto& [entry, check] : checks) entry->request->present_tag = check.tag;
}

io::task<sys::error_code> committer::sync_directories(generation& current) {
    std::bitset<256> touched;
    for (generation_entry const& entry : current) {
        if (entry.is_settled && (entry.is_put() || entry.request->was_present)) {
            touched.set(entry.request->id.bucket());
        }
    }
    if (touched.none()) co_return sys::error_code();
    std::vector<std::string> paths;
    for (std::size_t bucket = 0; bucket < touched.size(); ++bucket) {
        if (!touched.test(bucket)) continue;
        paths.emplace_back(bucket_path(static_cast<std::uint8_t>(bucket)).c_str());
    }
    // A bucket that somebody made a moment ago is as new as its first record.
    if ((touched & ~known_durable_).any()) paths.emplace_back(data_directory);
    sys::error_code error;
    for (std::size_t first = 0; first < paths.size(); first += context_.open_files) {
        std::size_t const end = std::min<std::size_t>(paths.size(), first + context_.open_files);
        sys::error_code const failure = co_await sync_paths(paths, first, end);
        if (failure) error = failure;
    }
    if (!error) known_durable_ |= touched;
    co_return error;
}

io::task<sys::error_code> committer::sync_paths(std::vector<std::string> const& paths,
                                                std::size_t first, std::size_t end) {
    std::deque<io::operation> ops;
    io::batch syncs(loop_);
    for (std::size_t index = first; index < end; ++index) {
        io::operation& op = ops.emplace_back();
        op.job = &sync_by_path;
        op.directory = directory();
        op.path = paths[index].c_str();
        syncs.start_job(op);
    }
    co_await syncs.finished();
    bool is_any_not_opened = false;
    for (io::operation const& op : ops) {
        if (op.result < 0) co_return system_error(op.result);
        is_any_not_opened = is_any_not_opened || op.result == not_opened;
    }
    // Out of descriptors, or somebody removed the directory: the barrier has its own descriptor.
    if (!is_any_not_opened) co_return sys::error_code();
    if (!context_.files.file_system().honours_syncfs) co_return system_error(-EMFILE);
    co_return co_await barrier();
}

}  // namespace storh::publish
