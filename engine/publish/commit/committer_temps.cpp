// The first half of a commit: temp files, and the directories they need.

#include "publish/commit/committer.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"

#include <boost/system/error_code.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <string>
#include <utility>

namespace storh::publish {
namespace {

namespace sys = boost::system;

sys::error_code system_error(int result) {
    return sys::error_code(-result, sys::system_category());
}

/// Whether the bytes of an entry are all in its temp file.
bool is_written(generation_entry const& entry) noexcept {
    return entry.op.result >= 0 &&
           static_cast<std::size_t>(entry.op.result) == entry.request->bytes.size();
}

/// All that a temp file needs before its rename, by one worker: for a write or two, each way to a
/// worker and back costs more than what side by side would save.
int write_and_sync(io::operation& op) noexcept {
    op.code = io::opcode::create_file;
    int result = io::perform(op);
    op.code = io::opcode::job;
    if (op.file.index < 0) return result;
    io::unique_fd const file(std::exchange(op.file, io::file_handle()).index);
    if (result >= 0 && ::fsync(file.get()) != 0) result = -errno;
    return result;
}

}  // namespace

void committer::start_temps(generation& current, io::batch& temps, io::opcode code) {
    for (generation_entry& entry : current) {
        if (entry.is_put() && entry.is_live()) start_temp(entry, temps, code);
    }
}

void committer::start_temp(generation_entry& entry, io::batch& temps, io::opcode code) {
    write_request& request = *entry.request;
    entry.temp = temp_path(request.id.bucket(), context_.files.writer_name(),
                           context_.next_temp.fetch_add(1, std::memory_order_relaxed));
    entry.op.code = code;
    entry.op.directory = directory();
    entry.op.path = entry.temp.c_str();
    entry.op.flags = O_WRONLY | O_CREAT | O_EXCL;
    entry.op.mode = 0666;
    entry.op.data = request.bytes.data();
    entry.op.length = static_cast<std::uint32_t>(request.bytes.size());
    entry.op.offset = 0;
    entry.op.file = io::file_handle();
    entry.op.job = &write_and_sync;
    code == io::opcode::job ? temps.start_job(entry.op) : temps.start(entry.op);
}

io::task<void> committer::finish_temps(generation& current, io::opcode code) {
    bool const has_made_some = co_await make_missing_buckets(current);
    if (has_made_some) {
        io::batch again(loop_);
        for (generation_entry& entry : current) {
            if (entry.is_put() && entry.is_live() && entry.op.result == -ENOENT) {
                start_temp(entry, again, code);
            }
        }
        co_await again.finished();
    }
    for (generation_entry& entry : current) {
        if (!entry.is_put() || !entry.is_live()) continue;
        // Whatever the write met, a file may be there.
        entry.has_temp = entry.op.result != -ENOENT;
        if (!is_written(entry)) {
            entry.request->error = system_error(entry.op.result < 0 ? entry.op.result : -EIO);
        }
    }
}

io::task<bool> committer::make_missing_buckets(generation& current) {
    std::bitset<256> missing;
    for (generation_entry& entry : current) {
        if (entry.is_put() && entry.is_live() && entry.op.result == -ENOENT) {
            missing.set(entry.request->id.bucket());
        }
    }
    if (missing.none()) co_return false;
    struct bucket_creation {
        explicit bucket_creation(std::uint8_t bucket) noexcept : path(bucket) {}
        bucket_path path;
        io::operation op;
    };
    std::map<std::size_t, bucket_creation> creations;
    io::batch all(loop_);
    for (std::size_t bucket = 0; bucket < missing.size(); ++bucket) {
        if (!missing.test(bucket)) continue;
        bucket_creation& one =
            creations.try_emplace(bucket, static_cast<std::uint8_t>(bucket)).first->second;
        one.op.code = io::opcode::make_directory;
        one.op.directory = directory();
        one.op.path = one.path.c_str();
        one.op.mode = 0777;
        known_durable_.reset(bucket);
        all.start(one.op);
    }
    co_await all.finished();
    for (generation_entry& entry : current) {
        if (!entry.is_put() || !entry.is_live() || entry.op.result != -ENOENT) continue;
        int const result = creations.at(entry.request->id.bucket()).op.result;
        // Why there is no bucket says more than that there is none.
        if (result < 0 && result != -EEXIST) entry.op.result = result;
    }
    co_return true;
}

io::task<void> committer::sync_temps(generation& current) {
    io::batch syncs(loop_);
    for (generation_entry& entry : current) {
        if (entry.op.file.index < 0 || !entry.is_live()) continue;
        entry.op.code = io::opcode::sync_file;
        syncs.start(entry.op);
    }
    co_await syncs.finished();
    io::batch closes(loop_);
    for (generation_entry& entry : current) {
        if (entry.op.code == io::opcode::sync_file && entry.op.result < 0) {
            entry.request->error = system_error(entry.op.result);
        }
        if (entry.op.file.index < 0) continue;
        entry.op.code = io::opcode::close_file;
        closes.start(entry.op);
    }
    co_await closes.finished();
}

io::task<void> committer::remove_temps(generation& current) {
    io::batch removals(loop_);
    for (generation_entry& entry : current) {
        if (!entry.has_temp || entry.is_settled || !entry.request->error) continue;
        entry.has_temp = false;
        entry.op.code = io::opcode::unlink_file;
        entry.op.directory = directory();
        entry.op.path = entry.temp.c_str();
        entry.op.flags = 0;
        removals.start(entry.op);
    }
    // One that stays is swept after this process has gone.
    co_await removals.finished();
}

}  // namespace storh::publish
