#include "input_file.hpp"

#include "failure.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace storh::tool {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{256} * 1024;

std::optional<std::uint64_t> bytes_to_come(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    off_t const place = ::lseek(descriptor, 0, SEEK_CUR);
    if (place < 0 || place > status.st_size) return std::nullopt;
    return static_cast<std::uint64_t>(status.st_size - place);
}

/// An epoll descriptor that becomes readable when `descriptor` does; -1 for files, which are always.
int make_watch(int descriptor) {
    int const watch = ::epoll_create1(EPOLL_CLOEXEC);
    if (watch < 0) return -1;
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event) == 0) return watch;
    ::close(watch);
    return -1;
}

}  // namespace

input_file::input_file(std::string path)
    : name_(path == "-" ? "standard input" : path),
      descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(std::make_unique<char[]>(buffer_bytes)) {
    struct stat status {};
    if (descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
        ::close(std::exchange(descriptor_, -1));
        errno = EISDIR;
    }
    if (descriptor_ < 0) throw describe_errno(name_);
    bytes_total_ = bytes_to_come(descriptor_);
}

input_file::~input_file() {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

asio::awaitable<std::string_view> input_file::read_some() {
    auto const executor = co_await asio::this_coro::executor;
    if (watch(executor)) {
        (void)co_await readiness_->async_wait(asio::posix::stream_descriptor::wait_read,
                                              asio::as_tuple(asio::deferred));
    } else {
        // Signals and acknowledgements get their turn between two pieces of a file.
        co_await asio::post(executor, asio::deferred);
    }
    co_return is_cancelled_ ? std::string_view() : std::string_view(buffer_.get(), read_now());
}

bool input_file::watch(asio::any_io_executor const& executor) {
    if (!std::exchange(is_watched_, true)) {
        int const made = make_watch(descriptor_);
        if (made >= 0) readiness_.emplace(executor, made);
    }
    return readiness_ && !is_cancelled_;
}

void input_file::cancel() {
    is_cancelled_ = true;
    if (readiness_) readiness_->cancel();
}

std::string input_file::read_all(std::size_t bytes_max) {
    std::string text;
    while (std::size_t const count = read_now()) {
        text.append(buffer_.get(), count);
        if (text.size() > bytes_max) {
            throw failure(
                exit_code::error, name_,
                fmt::format("longer than the {} bytes that a record may have", bytes_max));
        }
    }
    return text;
}

std::size_t input_file::read_now() {
    for (;;) {
        ssize_t const count = ::read(descriptor_, buffer_.get(), buffer_bytes);
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) throw describe_errno(name_);
    }
}

}  // namespace storh::tool
