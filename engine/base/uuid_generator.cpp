#include "base/uuid_generator.hpp"

#include <boost/assert.hpp>

#include <algorithm>

namespace storh {
namespace {

constexpr std::uint16_t high_max = 0x0fff;
constexpr std::uint64_t low_max = (std::uint64_t{1} << 62) - 1;

}  // namespace

bool uuid_generator::needs_restart(std::int64_t now_ms) noexcept {
    if (now_ms > last_ms_ || must_restart_) {
        return true;
    }
    if (counter_low_ != low_max) {
        ++counter_low_;
        return false;
    }
    if (counter_high_ != high_max) {
        ++counter_high_;
        counter_low_ = 0;
        return false;
    }
    return true;
}

void uuid_generator::restart(std::int64_t now_ms, entropy const& bytes) noexcept {
    // Reached with a clock that did not advance only after an overflow or diverge().
    last_ms_ = std::max(now_ms, last_ms_ + 1);
    BOOST_ASSERT(last_ms_ >= 0 && last_ms_ <= uuid_v7::timestamp_ms_max);
    counter_high_ = static_cast<std::uint16_t>((bytes[0] << 8 | bytes[1]) & high_max);
    counter_low_ = 0;
    for (std::size_t i = 2; i != bytes.size(); ++i) {
        counter_low_ = counter_low_ << 8 | bytes[i];
    }
    counter_low_ &= low_max;
    must_restart_ = false;
}

uuid_v7 uuid_generator::current() const noexcept {
    entropy tail;
    tail[0] = static_cast<std::uint8_t>(counter_high_ >> 8);
    tail[1] = static_cast<std::uint8_t>(counter_high_);
    for (unsigned i = 0; i != 8; ++i) {
        tail[2 + i] = static_cast<std::uint8_t>(counter_low_ >> (56 - 8 * i));
    }
    return uuid_v7::from_parts(last_ms_, tail);
}

}  // namespace storh
