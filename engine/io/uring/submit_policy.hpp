// io/uring/submit_policy.hpp
//
// What to do after io_uring_submit answered: the decision apart from the call, so that every answer
// can be tested. The answers are those of io_uring_enter(2).

#pragma once

#include <cerrno>

namespace storh::io::uring {

enum class submit_step {
    done,      ///< the kernel took entries, or there were none
    again,     ///< interrupted: call again at once
    reap,      ///< the kernel wants completions taken first
    back_off,  ///< no resources and nothing to reap: sleep a little
    broken,    ///< the ring cannot be used any more
};

/// `answer` is the return value of the submit call, `ready` how many completions wait to be taken.
[[nodiscard]] constexpr submit_step after_submit(int answer, unsigned ready) noexcept {
    if (answer >= 0) return submit_step::done;
    if (answer == -EINTR) return submit_step::again;
    if (answer == -EAGAIN || answer == -EBUSY || answer == -ENOMEM) {
        return ready > 0 ? submit_step::reap : submit_step::back_off;
    }
    // A timed wait that ran out is no failure.
    if (answer == -ETIME) return submit_step::done;
    return submit_step::broken;
}

}  // namespace storh::io::uring
