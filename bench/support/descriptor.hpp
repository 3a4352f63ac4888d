// bench/support/descriptor.hpp
//
// File descriptors for the rows that call the system themselves.

#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <utility>

namespace storh::bench {

/// Owns a descriptor and closes it.
class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int fd) noexcept : fd_(fd) {}
    descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }

    [[nodiscard]] int get() const noexcept { return fd_; }

private:
    int fd_ = -1;
};

/// Throws std::system_error of errno, naming the call, when `result` is negative; else gives it.
ssize_t checked(ssize_t result, char const* call);

/// Opens `path` below `directory` (or AT_FDCWD); throws std::system_error.
[[nodiscard]] descriptor open_file(int directory, char const* path, int flags, mode_t mode = 0);

}  // namespace storh::bench
