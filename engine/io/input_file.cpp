#include "io/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <utility>

namespace storh::io {
namespace {

namespace sys = boost::system;

sys::error_code error_of(int result) noexcept {
    return result < 0 ? sys::error_code(-result, sys::system_category()) : sys::error_code();
}

/// The number of the process's own descriptor that `path` names, if it does.
std::optional<int> descriptor_of(std::string_view path) noexcept {
    if (path == "/dev/stdin") return STDIN_FILENO;
    for (std::string_view const directory : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(directory)) continue;
        char const* const end = path.data() + path.size();
        int number = -1;
        auto const [rest, error] = std::from_chars(path.data() + directory.size(), end, number);
        if (error == std::errc() && rest == end && number >= 0) return number;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> bytes_after_place(int fd, struct stat const& status) noexcept {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    off_t const place = ::lseek(fd, 0, SEEK_CUR);
    if (place < 0 || place > status.st_size) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size - place);
}

}  // namespace

input_file::input_file(ring_loop& loop, std::string path)
    : steps_(loop), path_(std::move(path)), buffer_(std::make_unique<char[]>(piece_bytes)) {}

task<sys::error_code> input_file::open() {
    int const result = co_await perform_on_worker(&input_file::open_on_worker);
    co_return error_of(result);
}

task<sys::error_code> input_file::read(std::chrono::milliseconds patience) {
    patience_ = patience;
    piece_size_ = 0;
    int const result = co_await perform_on_worker(&input_file::read_on_worker);
    if (result == -EAGAIN) co_return sys::error_code();
    if (result < 0) co_return error_of(result);
    piece_size_ = static_cast<std::size_t>(result);
    is_at_end_ = result == 0;
    co_return sys::error_code();
}

task<int> input_file::perform_on_worker(operation::blocking_function job) {
    step_.job = job;
    step_.data = this;
    steps_.start_job(step_);
    co_await steps_.finished();
    co_return step_.result;
}

int input_file::open_on_worker(operation& op) noexcept {
    return static_cast<input_file*>(op.data)->open_now();
}

int input_file::read_on_worker(operation& op) noexcept {
    return static_cast<input_file*>(op.data)->read_now();
}

int input_file::open_now() noexcept {
    if (path_.find('\0') != std::string::npos) return -EINVAL;
    // Not blocking, because a named pipe without a writer would keep the worker here.
    auto const own = descriptor_of(path_);
    file_.reset(own ? ::fcntl(*own, F_DUPFD_CLOEXEC, 0)
                    : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status = {};
    if (!file_ || ::fstat(file_.get(), &status) != 0) return -errno;
    if (S_ISDIR(status.st_mode)) return -EISDIR;
    bytes_to_come_ = bytes_after_place(file_.get(), status);
    return 0;
}

int input_file::read_now() noexcept {
    pollfd wanted = {file_.get(), POLLIN, 0};
    int const ready = ::poll(&wanted, 1, static_cast<int>(patience_.count()));
    if (ready == 0) return -EAGAIN;
    if (ready < 0) return errno == EINTR ? -EAGAIN : -errno;
    ssize_t const count = ::read(file_.get(), buffer_.get(), piece_bytes);
    if (count >= 0) return static_cast<int>(count);
    return errno == EINTR ? -EAGAIN : -errno;
}

}  // namespace storh::io
