// publish/gate.hpp
//
// Counts operations in flight, so that closing can wait for them.
//
// Threads: any. Exactly one caller is told that the gate has become closed and empty.

#pragma once

#include <atomic>
#include <cstdint>

namespace storh::publish {

class gate {
public:
    /// Counts one in, unless the gate is closed.
    [[nodiscard]] bool enter() noexcept {
        std::uint64_t seen = state_.load();
        while ((seen & closed) == 0) {
            if (state_.compare_exchange_weak(seen, seen + 1)) return true;
        }
        return false;
    }

    /// Counts one out; true when the gate is closed and this was the last.
    [[nodiscard]] bool leave() noexcept { return state_.fetch_sub(1) == (closed | 1); }

    /// Closes; true when nothing is inside and it was open before.
    [[nodiscard]] bool close() noexcept { return state_.fetch_or(closed) == 0; }

    [[nodiscard]] bool is_closed() const noexcept { return (state_.load() & closed) != 0; }

private:
    static constexpr std::uint64_t closed = std::uint64_t{1} << 63;
    std::atomic<std::uint64_t> state_{0};
};

}  // namespace storh::publish
