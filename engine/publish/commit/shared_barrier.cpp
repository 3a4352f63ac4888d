#include "publish/commit/shared_barrier.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>

namespace storh::publish {
namespace {

/// The barriers of one engine, one for each device, kept by its first ring.
class barrier_service final : public io::asio::execution_context::service {
public:
    using key_type = barrier_service;
    static io::asio::execution_context::id id;

    explicit barrier_service(io::asio::execution_context& context) : service(context) {}

    std::shared_ptr<shared_barrier> find(int directory) {
        struct stat status = {};
        if (::fstat(directory, &status) != 0) return nullptr;
        std::lock_guard const lock(mutex_);
        std::weak_ptr<shared_barrier>& known = by_device_[status.st_dev];
        auto const found = known.lock();
        if (found && !found->failure()) return found;
        io::unique_fd own(::fcntl(directory, F_DUPFD_CLOEXEC, 0));
        if (!own) return nullptr;
        auto made = std::make_shared<shared_barrier>(std::move(own));
        known = made;
        return made;
    }

private:
    void shutdown() override {}

    std::mutex mutex_;
    std::map<dev_t, std::weak_ptr<shared_barrier>> by_device_;
};

io::asio::execution_context::id barrier_service::id;

}  // namespace

std::shared_ptr<shared_barrier> shared_barrier::of(io::ring_loop& loop, int directory) {
    return io::asio::use_service<barrier_service>(loop).find(directory);
}

shared_barrier::shared_barrier(io::unique_fd directory) noexcept
    : directory_(std::move(directory)) {
    operation_.job = &shared_barrier::sync;
    operation_.on_complete = &shared_barrier::synced;
    operation_.owner = this;
}

std::uint64_t shared_barrier::count() const noexcept {
    std::lock_guard const lock(mutex_);
    return count_;
}

boost::system::error_code shared_barrier::failure() const noexcept {
    std::lock_guard const lock(mutex_);
    return failure_;
}

void shared_barrier::start_wait(handler_type handler, io::ring_loop& loop) {
    {
        std::lock_guard const lock(mutex_);
        if (failure_) {
            io::resume_on(loop, std::move(handler), io::outcome(failure_));
            return;
        }
        waiting_.emplace_back(loop, std::move(handler));
        if (is_running_) return;
        is_running_ = true;
        served_.swap(waiting_);
    }
    start_sync(loop);
}

void shared_barrier::start_sync(io::ring_loop& loop) noexcept {
    self_ = shared_from_this();
    loop.offload(operation_);
}

int shared_barrier::sync(io::operation& op) noexcept {
    int const fd = static_cast<shared_barrier*>(op.owner)->directory_.get();
    // Interrupted or not, a sync that failed is final: it is never repeated as if nothing had been.
    return ::syncfs(fd) == 0 ? 0 : -errno;
}

void shared_barrier::synced(io::operation& op) noexcept {
    static_cast<shared_barrier*>(op.owner)->end_sync(*op.in_flight.loop, op.result);
}

void shared_barrier::end_sync(io::ring_loop& loop, int result) noexcept {
    boost::system::error_code error;
    if (result < 0) error.assign(-result, boost::system::system_category());
    std::shared_ptr<shared_barrier> const keep = std::move(self_);
    std::vector<waiter> done;
    bool starts_again = false;
    {
        std::lock_guard const lock(mutex_);
        ++count_;
        done.swap(served_);
        if (error) {
            failure_ = error;
            for (waiter& one : waiting_) done.push_back(std::move(one));
            waiting_.clear();
        }
        served_.swap(waiting_);
        starts_again = is_running_ = !served_.empty();
    }
    if (starts_again) start_sync(loop);
    for (waiter& one : done) {
        io::resume_on(*one.loop, std::move(one.handler), io::outcome(error));
    }
}

}  // namespace storh::publish
