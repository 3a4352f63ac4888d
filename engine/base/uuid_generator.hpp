// engine/base/uuid_generator.hpp
//
// Decides the next UUIDv7 from a clock reading and random bytes.
//
// An id is 48 bits of milliseconds and a 74-bit counter, 12 bits of it beside the version and 62
// beside the variant. The counter starts at a random value in each new millisecond and counts up
// by one within it.
//
// Guarantees: ids of one generator strictly increase, whatever the clock does. When the clock steps
// back or stands still the last millisecond is kept; when the counter runs over, the millisecond
// is advanced by one and ids run ahead of the clock until it catches up. (storh for PHP counts over
// 80 bits of which it masks six, so that ids can repeat.)
//
// Not here: clock, random source, locking, fork (uuid_v7.cpp).
//
// Threads: never shared.

#pragma once

#include <storh/uuid_v7.hpp>

#include <array>
#include <cstdint>

namespace storh {

/// The state behind `uuid_v7::generate()`; pure, so that a test can drive every step.
class uuid_generator {
public:
    /// Random bytes for one start of the counter; six of the 80 bits are not used.
    using entropy = std::array<std::uint8_t, 10>;

    /// Returns the next id. `fresh_entropy()` is called once if the counter has to be started anew.
    ///
    /// Precondition: `now_ms` is within 0 and `uuid_v7::timestamp_ms_max`.
    template <class EntropySource>
    [[nodiscard]] uuid_v7 next(std::int64_t now_ms, EntropySource&& fresh_entropy) {
        if (needs_restart(now_ms)) {
            restart(now_ms, fresh_entropy());
        }
        return current();
    }

    /// Makes the next id start a new counter in a later millisecond, so that two copies of one
    /// generator, as after a fork, do not go on with the same ids.
    void diverge() noexcept { must_restart_ = true; }

private:
    /// Counts up within the current millisecond, or says that this is not possible.
    bool needs_restart(std::int64_t now_ms) noexcept;
    void restart(std::int64_t now_ms, entropy const& bytes) noexcept;
    [[nodiscard]] uuid_v7 current() const noexcept;

    std::int64_t last_ms_ = -1;
    std::uint16_t counter_high_ = 0;  // 12 bits
    std::uint64_t counter_low_ = 0;   // 62 bits
    bool must_restart_ = false;
};

}  // namespace storh
