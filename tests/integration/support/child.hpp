// tests/integration/support/child.hpp
//
// A child process that runs a function and reports through a pipe. Make it before threads are
// started or anything is locked: the child has only the thread that made it.

#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>

namespace storh::test {

class child {
public:
    /// Forks. The child calls `body` with the writing end of the pipe and exits with what it
    /// returns; with 99 when it throws.
    explicit child(std::function<int(int report)> const& body);
    child(child const&) = delete;
    child& operator=(child const&) = delete;
    ~child();

    /// Reads until the child has written `size` bytes or closed its end.
    std::string read(std::size_t size);
    /// Reads until the child closes its end.
    std::string read_all();

    void signal(int number) const noexcept;

    /// Waits for its end: the exit status, or 128 and the signal's number.
    int wait();

private:
    pid_t pid_ = -1;
    int reading_ = -1;
};

/// Writes all of it, for reports of a child; atomic up to PIPE_BUF.
void report(int fd, std::string_view bytes);

/// Gives up the rights of root for good; for a child.
void drop_privileges();

/// An flock(LOCK_EX) on a file, as another process holds it.
class held_lock {
public:
    explicit held_lock(std::string const& path);
    held_lock(held_lock const&) = delete;
    held_lock& operator=(held_lock const&) = delete;
    ~held_lock();
    void release() noexcept;

private:
    int fd_ = -1;
};

}  // namespace storh::test
