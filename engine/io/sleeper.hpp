// io/sleeper.hpp
//
// A sleep that another thread ends, for backends without a kernel queue to sleep in. A wake() before
// the sleep() is not lost.

#pragma once

#include <atomic>

namespace storh::io {

class sleeper {
public:
    /// Returns after a wake() since the last sleep(). Loop's thread only.
    void sleep() noexcept {
        while (!is_awake_.exchange(false, std::memory_order_acquire)) {
            is_awake_.wait(false, std::memory_order_relaxed);
        }
    }

    /// Any thread.
    void wake() noexcept {
        is_awake_.store(true, std::memory_order_release);
        is_awake_.notify_one();
    }

private:
    std::atomic<bool> is_awake_{false};
};

}  // namespace storh::io
