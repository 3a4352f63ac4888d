#include "io/threads/threads_backend.hpp"

namespace storh::io::threads {

void threads_backend::submit(operation& op) noexcept {
    collected_.push(op);
    ++collected_count_;
    ++counters_.operations;
}

void threads_backend::poll(work_list& /*completed*/, bool may_sleep) noexcept {
    // Completions come back through the loop's remote queue, from the workers.
    if (collected_count_ > 0) {
        ++counters_.enters;
        pool_.submit_all(collected_, std::exchange(collected_count_, 0));
    }
    if (may_sleep) sleeper_.sleep();
}

}  // namespace storh::io::threads
