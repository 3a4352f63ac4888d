// publish/lock_turns.hpp
//
// When a store of this process takes the collection's lock, keeps it, and lets go.
//
// The rings of one store share one flock. It is taken by the first that commits and released by the
// last; while it is held without a gap, others of the store may join for `turn_max`, then the gate
// closes until all are out and the lock has been free for a moment, so that other processes get it.
//
// Pure: time is passed in. Threads: one at a time (write_lock holds a mutex).

#pragma once

#include <chrono>
#include <cstddef>

namespace storh::publish {

class lock_turns {
public:
    using time_point = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::milliseconds turn_max{50};

    enum class arrival { enter, acquire, wait };

    /// Somebody wants to commit: may enter, must acquire for all who wait, or just waits.
    [[nodiscard]] arrival arrive(time_point now) noexcept;

    /// The acquisition that arrive() or leave() asked for has ended.
    void acquired(time_point now) noexcept;
    void failed() noexcept;

    struct departure {
        departure() = default;
        bool release = false;  ///< let go of the lock now
        bool acquire = false;  ///< then acquire it again, after a pause, for those who wait
    };

    /// One who was inside is done.
    [[nodiscard]] departure leave() noexcept;

private:
    std::size_t inside_ = 0;
    std::size_t waiting_ = 0;
    bool is_held_ = false;
    bool is_acquiring_ = false;
    time_point since_{};
};

}  // namespace storh::publish
