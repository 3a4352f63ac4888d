#include "publish/record_read.hpp"

#include <storh/error.hpp>

#include "io/perform.hpp"
#include "io/unique_fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <cerrno>
#include <new>

namespace storh::publish {
namespace {

/// Opening a pipe must not wait for its other end.
constexpr std::uint32_t open_flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;

/// Stands for errc::record_too_large among the error numbers.
constexpr int too_large = -EFBIG;

int read_all(int fd, std::string& into) noexcept {
    std::size_t done = 0;
    while (done < into.size()) {
        ssize_t const count =
            ::pread(fd, into.data() + done, into.size() - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    into.resize(done);
    return 0;
}

int read_regular(int fd, std::size_t bytes_max, std::string& into) noexcept {
    struct stat status = {};
    if (::fstat(fd, &status) != 0) return -errno;
    if (!S_ISREG(status.st_mode)) return -EINVAL;
    if (static_cast<std::size_t>(status.st_size) > bytes_max) return too_large;
    try {
        into.resize(static_cast<std::size_t>(status.st_size));
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
    return read_all(fd, into);
}

}  // namespace

void record_read::start(io::ring_loop& loop, int directory, uuid_v7 const& of,
                        std::size_t bytes_max) noexcept {
    id = of;
    path_ = record_path(of);
    turns_ = nullptr;
    begin(loop, directory, path_.c_str(), bytes_max);
}

void record_read::start_in(io::ring_loop& loop, int bucket_directory, uuid_v7 const& of,
                           std::size_t bytes_max, large_reads& large) noexcept {
    id = of;
    path_ = record_path(of);
    turns_ = &large;
    begin(loop, bucket_directory, path_.file_name(), bytes_max);
}

void record_read::begin(io::ring_loop& loop, int directory, char const* path,
                        std::size_t bytes_max) noexcept {
    bytes_max_ = bytes_max;
    is_large_ = false;
    op_.code = io::opcode::read_file;
    op_.directory = directory;
    op_.path = path;
    op_.flags = open_flags;
    op_.data = first_.data();
    op_.length = first_read_bytes;
    op_.on_complete = &record_read::first_read_done;
    op_.owner = this;
    loop.submit(op_);
}

void record_read::first_read_done(io::operation& op) noexcept {
    record_read& self = *static_cast<record_read*>(op.owner);
    self.result_ = op.result;
    if (op.result != static_cast<int>(first_read_bytes)) {
        bool const is_over = op.result > 0 && static_cast<std::size_t>(op.result) > self.bytes_max_;
        if (is_over) self.result_ = too_large;
        self.done_(self);
        return;
    }
    self.is_large_ = true;
    op.code = io::opcode::job;
    op.job = &record_read::read_whole;
    op.on_complete = &record_read::whole_read_done;
    self.turns_ != nullptr ? self.turns_->start(op) : op.in_flight.loop->offload(op);
}

int record_read::read_whole(io::operation& op) noexcept {
    record_read& self = *static_cast<record_read*>(op.owner);
    return read_record_now(op.directory, op.path, self.bytes_max_, self.large_);
}

void record_read::whole_read_done(io::operation& op) noexcept {
    record_read& self = *static_cast<record_read*>(op.owner);
    self.result_ = op.result;
    // Another may be started in `done`, or the object be gone.
    large_reads* const turns = self.turns_;
    std::size_t const bytes = self.large_.size();
    self.done_(self);
    if (turns != nullptr) turns->ended(bytes);
}

int read_record_now(int directory, char const* name, std::size_t bytes_max,
                    std::string& into) noexcept {
    int const fd = io::open_inside(directory, name, open_flags | O_CLOEXEC, 0);
    if (fd < 0) return fd;
    io::unique_fd const file(fd);
    return read_regular(fd, bytes_max, into);
}

boost::system::error_code error_of_read(int result) noexcept {
    if (result >= 0) return {};
    if (result == too_large) return errc::record_too_large;
    return boost::system::error_code(-result, boost::system::system_category());
}

boost::system::error_code record_read::error() const noexcept {
    return error_of_read(result_);
}

std::string_view record_read::bytes() const noexcept {
    if (is_large_) return large_;
    return std::string_view(first_.data(), static_cast<std::size_t>(result_));
}

int try_read_cached(int directory, uuid_v7 const& id,
                    std::array<char, first_read_bytes>& buffer) noexcept {
    record_path const path(id);
    int const fd =
        io::open_inside(directory, path.c_str(), open_flags | O_CLOEXEC, 0, RESOLVE_CACHED);
    if (fd < 0) return fd == -ENOENT ? -ENOENT : -EAGAIN;
    io::unique_fd const file(fd);
    iovec const target{buffer.data(), buffer.size()};
    ssize_t const count = ::preadv2(fd, &target, 1, 0, RWF_NOWAIT);
    // A full buffer may not be all; an empty answer may be a pipe.
    if (count <= 0 || count == static_cast<ssize_t>(buffer.size())) return -EAGAIN;
    return static_cast<int>(count);
}

}  // namespace storh::publish
