#include "publish/commit/lock_turns.hpp"

namespace storh::publish {

lock_turns::arrival lock_turns::arrive(time_point now) noexcept {
    if (is_held_ && waiting_ == 0 && now - since_ < turn_max) {
        ++inside_;
        return arrival::enter;
    }
    ++waiting_;
    if (is_held_ || is_acquiring_) return arrival::wait;
    is_acquiring_ = true;
    return arrival::acquire;
}

void lock_turns::acquired(time_point now) noexcept {
    is_acquiring_ = false;
    is_held_ = true;
    since_ = now;
    inside_ = waiting_;
    waiting_ = 0;
}

void lock_turns::failed() noexcept {
    is_acquiring_ = false;
    waiting_ = 0;
}

lock_turns::departure lock_turns::leave() noexcept {
    departure result;
    if (--inside_ > 0) return result;
    is_held_ = false;
    result.release = true;
    if (waiting_ > 0) {
        is_acquiring_ = true;
        result.acquire = true;
    }
    return result;
}

}  // namespace storh::publish
