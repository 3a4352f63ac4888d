// io/uring/ring.hpp
//
// One io_uring instance: set-up with what the kernel offers, probe, teardown.
//
// Set-up tries the flags from best to plainest and halves the size when memory is short. The kernel
// is asked by trying, never by its version: distributions backport and sandboxes forbid.
//
// Threads: made, used and destroyed on one thread (SINGLE_ISSUER).

#pragma once

#include <boost/system/result.hpp>

#include <liburing.h>

#include <memory>
#include <string>

namespace storh::io::uring {

/// Why a ring could not be made, in words for the operator.
[[nodiscard]] std::string explain_setup_error(int error);

class ring {
public:
    /// Makes a ring of `entries` submissions and `slots` direct descriptors, or says what failed.
    static boost::system::result<std::unique_ptr<ring>> make(unsigned entries, unsigned slots);

    ~ring();
    ring(ring const&) = delete;
    ring& operator=(ring const&) = delete;

    [[nodiscard]] io_uring* get() noexcept { return &ring_; }
    [[nodiscard]] unsigned completion_entries() const noexcept { return completion_entries_; }
    [[nodiscard]] unsigned slots() const noexcept { return slots_; }
    [[nodiscard]] bool defers_task_work() const noexcept { return defers_task_work_; }

private:
    ring() = default;

    int set_up(unsigned entries);
    bool has_every_opcode();
    void register_slots(unsigned wanted);

    io_uring ring_{};
    unsigned completion_entries_ = 0;
    unsigned slots_ = 0;
    bool is_open_ = false;
    bool defers_task_work_ = false;
};

}  // namespace storh::io::uring
