#include "io/perform.hpp"

#include "io/unique_fd.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>

namespace storh::io {
namespace {

template <class Call>
int repeat_interrupted(Call call) noexcept {
    for (;;) {
        auto const result = call();
        if (result >= 0) return static_cast<int>(result);
        if (errno != EINTR) return -errno;
    }
}

int open_plain(int directory, char const* path, std::uint32_t flags, mode_t mode) noexcept {
    return repeat_interrupted(
        [&] { return ::openat(directory, path, static_cast<int>(flags) | O_NOFOLLOW, mode); });
}

int read_once(int fd, void* data, std::uint32_t length, std::uint64_t offset) noexcept {
    return repeat_interrupted(
        [&] { return ::pread(fd, data, length, static_cast<off_t>(offset)); });
}

/// Writes everything or fails; a write that moves nothing is an error, not a reason to try again.
int write_all(int fd, void const* data, std::uint32_t length, std::uint64_t offset) noexcept {
    std::uint32_t done = 0;
    while (done < length) {
        int const moved = repeat_interrupted([&] {
            return ::pwrite(fd, static_cast<char const*>(data) + done, length - done,
                            static_cast<off_t>(offset + done));
        });
        if (moved < 0) return moved;
        if (moved == 0) return -EIO;
        done += static_cast<std::uint32_t>(moved);
    }
    return static_cast<int>(length);
}

int open_for(operation& op) noexcept {
    return open_inside(op.directory, op.path, op.flags | O_CLOEXEC, op.mode);
}

int read_file(operation& op) noexcept {
    int const fd = open_for(op);
    if (fd < 0) return fd;
    unique_fd const file(fd);
    return read_once(file.get(), op.data, op.length, 0);
}

int write_file(operation& op, bool stay_open) noexcept {
    int const fd = open_for(op);
    if (fd < 0) return fd;
    unique_fd file(fd);
    int const written = write_all(file.get(), op.data, op.length, 0);
    if (stay_open) op.file = file_handle{file.release(), false};
    return written;
}

int close_file(operation& op) noexcept {
    int const fd = op.file.index;
    op.file = file_handle();
    return ::close(fd) == 0 || errno == EINTR ? 0 : -errno;
}

int rename_file(operation& op) noexcept {
    return repeat_interrupted(
        [&] { return ::renameat2(op.directory, op.path, op.directory, op.target, op.flags); });
}

int stat_file(operation& op) noexcept {
    return repeat_interrupted([&] {
        return ::statx(op.directory, op.path, static_cast<int>(op.flags), STATX_BASIC_STATS,
                       op.status);
    });
}

}  // namespace

int open_inside(int directory, char const* path, std::uint32_t flags, mode_t mode,
                std::uint64_t extra_resolve) noexcept {
    // Some sandboxes answer ENOSYS or EPERM to openat2; the plain call still refuses a link in the
    // last place.
    static std::atomic<bool> is_missing{false};
    if (is_missing.load(std::memory_order_relaxed)) {
        // Without openat2 nothing promises not to block.
        if ((extra_resolve & RESOLVE_CACHED) != 0) return -EAGAIN;
        return open_plain(directory, path, flags, mode);
    }
    open_how how = {};
    how.flags = flags;
    how.mode = (flags & O_CREAT) != 0 ? mode : 0;
    how.resolve = resolve_inside | extra_resolve;
    int const fd = repeat_interrupted(
        [&] { return ::syscall(SYS_openat2, directory, path, &how, sizeof how); });
    if (fd != -ENOSYS && fd != -EPERM) return fd;
    if ((extra_resolve & RESOLVE_CACHED) != 0) return -EAGAIN;
    int const plain = open_plain(directory, path, flags, mode);
    if (plain >= 0 || fd == -ENOSYS) is_missing.store(true, std::memory_order_relaxed);
    return plain;
}

int perform(operation& op) noexcept {
    switch (op.code) {
        case opcode::open_file: return open_for(op);
        case opcode::close_file: return close_file(op);
        case opcode::read_at: return read_once(op.file.index, op.data, op.length, op.offset);
        case opcode::write_at: return write_all(op.file.index, op.data, op.length, op.offset);
        case opcode::sync_file: return repeat_interrupted([&] { return ::fsync(op.file.index); });
        case opcode::rename_file: return rename_file(op);
        case opcode::unlink_file:
            return repeat_interrupted(
                [&] { return ::unlinkat(op.directory, op.path, static_cast<int>(op.flags)); });
        case opcode::make_directory:
            return repeat_interrupted([&] { return ::mkdirat(op.directory, op.path, op.mode); });
        case opcode::stat_file: return stat_file(op);
        case opcode::read_file: return read_file(op);
        case opcode::write_file: return write_file(op, false);
        case opcode::create_file: return write_file(op, true);
        case opcode::job: return op.job(op);
    }
    return -EINVAL;
}

}  // namespace storh::io
