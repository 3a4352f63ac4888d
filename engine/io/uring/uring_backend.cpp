#include "io/uring/uring_backend.hpp"

#include "io/uring/prepare.hpp"
#include "io/uring/submit_policy.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace storh::io::uring {
namespace {

/// user_data of the read that waits for wake(); no operation has this address.
constexpr std::uint64_t wake_token = 0;

/// A ring that refuses entries cannot say what became of those it holds, so no promise about them
/// could be kept.
[[noreturn]] void give_up(int answer) noexcept {
    (void)std::fprintf(stderr, "storh: io_uring_enter failed with %d; the ring is unusable\n",
                       answer);
    std::abort();
}

/// Whether a created file is open already and only the rest of its bytes is missing.
bool is_continued(operation const& op) noexcept {
    return op.code == opcode::create_file && op.file.index >= 0;
}

void sleep_a_little() noexcept {
    timespec const pause{0, 1'000'000};
    (void)::nanosleep(&pause, nullptr);
}

}  // namespace

uring_backend::uring_backend(std::unique_ptr<ring> ring, unique_fd wake_fd, blocking_pool& pool)
    : ring_(std::move(ring)), wake_fd_(std::move(wake_fd)), pool_(pool) {
    free_slots_.reserve(ring_->slots());
    for (int slot = static_cast<int>(ring_->slots()); slot-- > 0;) free_slots_.push_back(slot);
}

uring_backend::~uring_backend() = default;

void uring_backend::submit(operation& op) noexcept {
    waiting_.push(op);
}

void uring_backend::offload(operation& op) noexcept {
    pool_.submit(op);
}

void uring_backend::poll(work_list& completed, bool may_sleep) noexcept {
    start_waiting();
    if (!wake_is_armed_) arm_wake();
    enter(may_sleep);
    reap(completed);
}

void uring_backend::wake() noexcept {
    std::uint64_t const one = 1;
    // The counter cannot overflow, so the write can fail only when it is interrupted.
    while (::write(wake_fd_.get(), &one, sizeof one) < 0 && errno == EINTR) {
    }
}

void uring_backend::limit_workers(unsigned count) noexcept {
    if (count == workers_) return;
    workers_ = count;
    unsigned limits[2] = {count, 0};
    // Kernels before 5.15 keep their default, which is slower and not wrong.
    (void)io_uring_register_iowq_max_workers(ring_->get(), limits);
}

ring_counters uring_backend::counters() const noexcept {
    return counters_;
}

void uring_backend::start_waiting() noexcept {
    while (!waiting_for_slot_.empty() && !free_slots_.empty()) {
        work_item* const item = waiting_for_slot_.pop();
        if (!start(static_cast<operation&>(*item))) {
            waiting_for_slot_.push_front(*item);
            return;
        }
    }
    while (work_item* const item = waiting_.pop()) {
        operation& op = static_cast<operation&>(*item);
        if (needs_slot(op.code) && !is_continued(op) && free_slots_.empty()) {
            // It must not hold up the closes behind it, which free slots. One that would keep its
            // slot does not wait for others that do the same, but takes a descriptor instead.
            op.code == opcode::create_file ? pool_.submit(op) : waiting_for_slot_.push(op);
        } else if (!start(op)) {
            waiting_.push_front(op);
            return;
        }
    }
}

bool uring_backend::start(operation& op) noexcept {
    bool const continues = is_continued(op);
    unsigned const entries = continues ? 1 : entries_of(op.code);
    if (!make_room(entries)) return false;
    if (needs_slot(op.code) && !continues) {
        op.in_flight.slot = free_slots_.back();
        free_slots_.pop_back();
    }
    op.in_flight.entries_left = static_cast<std::uint8_t>(entries);
    if (continues) {
        prepare_rest_of_write(*ring_->get(), op, static_cast<std::uint32_t>(op.offset));
    } else {
        prepare(*ring_->get(), op);
    }
    entries_in_flight_ += entries;
    counters_.in_flight_max = std::max<std::uint64_t>(counters_.in_flight_max, entries_in_flight_);
    return true;
}

bool uring_backend::make_room(unsigned entries) noexcept {
    // One completion is kept for the wake-up.
    if (entries_in_flight_ + entries + 1 > ring_->completion_entries()) return false;
    if (io_uring_sq_space_left(ring_->get()) >= entries + 1) return true;
    enter(false);
    return io_uring_sq_space_left(ring_->get()) >= entries + 1;
}

void uring_backend::arm_wake() noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(ring_->get());
    if (sqe == nullptr) return;
    io_uring_prep_read(sqe, wake_fd_.get(), &wake_value_, sizeof wake_value_, 0);
    sqe->user_data = wake_token;
    wake_is_armed_ = true;
}

void uring_backend::enter(bool may_sleep) noexcept {
    io_uring* const ring = ring_->get();
    if (!may_sleep && io_uring_sq_ready(ring) == 0 && entries_in_flight_ == 0) return;
    for (;;) {
        ++counters_.enters;
        int const answer =
            may_sleep ? io_uring_submit_and_wait(ring, 1) : io_uring_submit_and_get_events(ring);
        switch (after_submit(answer, io_uring_cq_ready(ring))) {
            case submit_step::done:
            case submit_step::reap: return;
            case submit_step::again: break;
            case submit_step::back_off:
                // What has completed may show only when the kernel is asked for it.
                (void)io_uring_get_events(ring);
                if (io_uring_cq_ready(ring) > 0) return;
                sleep_a_little();
                break;
            case submit_step::broken: give_up(answer);
        }
    }
}

void uring_backend::reap(work_list& completed) noexcept {
    io_uring_cqe* cqe = nullptr;
    unsigned head = 0;
    unsigned count = 0;
    io_uring_for_each_cqe(ring_->get(), head, cqe) {
        ++count;
        take(*cqe, completed);
    }
    io_uring_cq_advance(ring_->get(), count);
}

void uring_backend::take(io_uring_cqe const& cqe, work_list& completed) noexcept {
    if (cqe.user_data == wake_token) {
        wake_is_armed_ = false;
        return;
    }
    --entries_in_flight_;
    auto const mask = static_cast<std::uint64_t>(entry::mask);
    operation& op = *reinterpret_cast<operation*>(cqe.user_data & ~mask);
    take_entry(op, static_cast<unsigned>(cqe.user_data & mask), cqe.res, completed);
}

void uring_backend::take_entry(operation& op, unsigned part, int result,
                               work_list& completed) noexcept {
    --op.in_flight.entries_left;
    switch (static_cast<entry>(part)) {
        case entry::open: op.in_flight.open_result = result; break;
        case entry::transfer: op.in_flight.transfer_result = result; break;
        case entry::close: break;
        default:
            if (result == -EINTR || result == -EAGAIN) {
                waiting_.push(op);
                return;
            }
            op.result = result;
            break;
    }
    if (op.in_flight.entries_left == 0) finish(op, completed);
}

void uring_backend::finish(operation& op, work_list& completed) noexcept {
    auto& state = op.in_flight;
    ++counters_.operations;
    if (op.code == opcode::close_file) {
        if (op.file.is_direct) free_slot(op.file.index);
        op.file = file_handle();
    } else if (op.code == opcode::create_file && state.open_result >= 0) {
        finish_write(op, completed);
        return;
    } else if (needs_slot(op.code)) {
        free_slot(state.slot);
        op.result = state.open_result < 0 ? state.open_result : state.transfer_result;
        bool const is_short = op.result >= 0 && static_cast<std::uint32_t>(op.result) < op.length;
        if (op.code == opcode::write_file && (is_short || op.result == -EINTR)) {
            write_again_blocking(op);
            return;
        }
    }
    completed.push(op);
}

void uring_backend::finish_write(operation& op, work_list& completed) noexcept {
    int const moved = op.in_flight.transfer_result;
    op.file = file_handle{op.in_flight.slot, true};
    if (moved > 0) op.offset += static_cast<std::uint32_t>(moved);
    bool const is_done = op.offset == op.length;
    if (!is_done && (moved > 0 || moved == -EINTR)) {
        waiting_.push(op);  // start() goes on behind `offset`
        return;
    }
    op.result = is_done ? static_cast<int>(op.length) : (moved < 0 ? moved : -EIO);
    completed.push(op);
}

void uring_backend::write_again_blocking(operation& op) noexcept {
    // The chain has closed the file. A worker writes all of it once more and meets the reason.
    op.flags = (op.flags & ~static_cast<std::uint32_t>(O_EXCL)) | O_TRUNC;
    offload(op);
}

}  // namespace storh::io::uring
