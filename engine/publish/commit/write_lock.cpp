#include "publish/commit/write_lock.hpp"

#include <storh/error.hpp>

#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <thread>

namespace storh::publish {
namespace {

namespace sys = boost::system;

/// Long enough for another process to see the lock free, at most a fiftieth of a turn's time.
constexpr std::chrono::milliseconds pause_after_turn{1};
constexpr std::chrono::microseconds retry_interval{500};

/// How long a job tries before it lets others at its thread: on the sync backend that is the
/// ring's, and the one who holds the lock may need it to let go.
constexpr std::chrono::milliseconds tries_of_a_job{2};

/// One try; `is_taken` tells the caller to try again.
sys::error_code try_lock(int fd, bool& is_taken) noexcept {
    is_taken = false;
    while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        is_taken = errno == EWOULDBLOCK;
        return sys::error_code(errno, sys::system_category());
    }
    return {};
}

}  // namespace

sys::error_code lock_exclusive(int fd, std::chrono::milliseconds timeout) {
    auto const deadline = std::chrono::steady_clock::now() + timeout;
    for (;;) {
        bool is_taken = false;
        sys::error_code const error = try_lock(fd, is_taken);
        if (!error || !is_taken) return error;
        if (std::chrono::steady_clock::now() >= deadline) return errc::locked;
        std::this_thread::sleep_for(retry_interval);
    }
}

write_lock::write_lock() noexcept {
    acquisition_.job = &write_lock::acquire_on_worker;
    acquisition_.on_complete = &write_lock::acquired_by_worker;
    acquisition_.owner = this;
}

void write_lock::open(io::unique_fd file, std::chrono::milliseconds timeout) noexcept {
    file_ = std::move(file);
    timeout_ = timeout;
}

sys::error_code write_lock::hold() {
    sys::error_code const error = lock_exclusive(file_.get(), timeout_);
    is_exclusive_ = !error;
    return error;
}

void write_lock::start_enter(handler_type handler, io::ring_loop& loop) {
    std::unique_lock lock(mutex_);
    auto const arrival = is_exclusive_ ? lock_turns::arrival::enter
                                       : turns_.arrive(std::chrono::steady_clock::now());
    if (arrival == lock_turns::arrival::enter) {
        io::resume_on(loop, std::move(handler), io::outcome());
        return;
    }
    waiters_.emplace_back(loop, std::move(handler));
    lock.unlock();
    if (arrival == lock_turns::arrival::acquire) acquire(loop, {});
}

void write_lock::acquire(io::ring_loop& loop, std::chrono::milliseconds pause) noexcept {
    if (pause.count() == 0) {
        bool is_taken = false;
        sys::error_code const error = try_lock(file_.get(), is_taken);
        if (!is_taken) {
            end_acquisition(error);
            return;
        }
    }
    pause_ = pause;
    deadline_ = std::chrono::steady_clock::now() + pause + timeout_;
    loop.offload(acquisition_);
}

int write_lock::acquire_on_worker(io::operation& op) noexcept {
    write_lock& self = *static_cast<write_lock*>(op.owner);
    std::this_thread::sleep_for(self.pause_);
    auto const most = std::min<std::chrono::milliseconds>(self.timeout_, tries_of_a_job);
    sys::error_code const error = lock_exclusive(self.file_.get(), most);
    if (error == errc::locked) return -EWOULDBLOCK;
    return -error.value();
}

void write_lock::acquired_by_worker(io::operation& op) noexcept {
    write_lock& self = *static_cast<write_lock*>(op.owner);
    sys::error_code error;
    if (op.result == -EWOULDBLOCK) {
        if (std::chrono::steady_clock::now() < self.deadline_) {
            self.pause_ = {};
            op.in_flight.loop->offload(op);
            return;
        }
        error = errc::locked;
    } else if (op.result < 0) {
        error.assign(-op.result, sys::system_category());
    }
    self.end_acquisition(error);
}

void write_lock::end_acquisition(sys::error_code error) noexcept {
    std::vector<waiter> admitted;
    {
        std::lock_guard const lock(mutex_);
        error ? turns_.failed() : turns_.acquired(std::chrono::steady_clock::now());
        admitted.swap(waiters_);
    }
    for (waiter& one : admitted) {
        io::resume_on(*one.loop, std::move(one.handler), io::outcome(error));
    }
}

void write_lock::leave(io::ring_loop& loop) noexcept {
    if (is_exclusive_) return;
    lock_turns::departure departure;
    {
        std::lock_guard const lock(mutex_);
        departure = turns_.leave();
        // Under the mutex, so that nobody acquires before it is released.
        if (departure.release) (void)::flock(file_.get(), LOCK_UN);
    }
    if (departure.acquire) acquire(loop, pause_after_turn);
}

void write_lock::close() noexcept {
    is_exclusive_ = false;
    file_.reset();
}

}  // namespace storh::publish
