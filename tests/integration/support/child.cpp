#include "integration/support/child.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <system_error>

namespace storh::test {
namespace {

void check(bool is_good, char const* what) {
    if (!is_good) throw std::system_error(errno, std::generic_category(), what);
}

[[noreturn]] void run_child(std::function<int(int)> const& body, int report) {
    int status = 99;
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The framework's handlers would take the child for a failing test.
    for (int const number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM, SIGTERM}) {
        (void)std::signal(number, SIG_DFL);
    }
    try {
        status = body(report);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "child: %s\n", error.what());
    }
    std::fflush(nullptr);
    ::_exit(status);
}

}  // namespace

child::child(std::function<int(int)> const& body) {
    int ends[2];
    check(::pipe2(ends, O_CLOEXEC) == 0, "pipe");
    std::fflush(nullptr);
    pid_ = ::fork();
    check(pid_ >= 0, "fork");
    if (pid_ == 0) {
        (void)::close(ends[0]);
        run_child(body, ends[1]);
    }
    (void)::close(ends[1]);
    reading_ = ends[0];
}

child::~child() {
    if (pid_ > 0) {
        signal(SIGKILL);
        (void)wait();
    }
    (void)::close(reading_);
}

std::string child::read(std::size_t size) {
    std::string bytes;
    char buffer[4096];
    while (bytes.size() < size) {
        std::size_t const most = std::min(sizeof buffer, size - bytes.size());
        ssize_t const count = ::read(reading_, buffer, most);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        bytes.append(buffer, static_cast<std::size_t>(count));
    }
    return bytes;
}

std::string child::read_all() {
    return read(static_cast<std::size_t>(-1));
}

void child::signal(int number) const noexcept {
    (void)::kill(pid_, number);
}

int child::wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void report(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        ssize_t const count = ::write(fd, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        check(count >= 0, "write");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

void drop_privileges() {
    constexpr uid_t nobody = 65534;
    if (::geteuid() != 0) return;
    check(::setgroups(0, nullptr) == 0, "setgroups");
    check(::setgid(nobody) == 0, "setgid");
    check(::setuid(nobody) == 0, "setuid");
}

held_lock::held_lock(std::string const& path)
    : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    check(fd_ >= 0, path.c_str());
    check(::flock(fd_, LOCK_EX) == 0, "flock");
}

held_lock::~held_lock() {
    release();
}

void held_lock::release() noexcept {
    if (fd_ >= 0) (void)::close(fd_);
    fd_ = -1;
}

}  // namespace storh::test
