#include "publish/listing_cache.hpp"

#include <algorithm>
#include <utility>

namespace storh::publish {
namespace {

constexpr std::int64_t tick_ns = 20'000'000;

/// For a file system that keeps whole seconds only, which a time without a fraction suggests.
constexpr std::int64_t coarse_tick_ns = 2'000'000'000;

std::size_t bytes_of(id_list const& ids) noexcept {
    return ids->size() * sizeof(uuid_v7);
}

}  // namespace

bool listing_cache::is_settled(timespec const& changed, timespec const& listed) noexcept {
    std::int64_t const seconds = listed.tv_sec - changed.tv_sec;
    if (seconds < 0) return false;
    if (seconds > 60) return true;
    std::int64_t const age = seconds * 1'000'000'000 + (listed.tv_nsec - changed.tv_nsec);
    return age >= (changed.tv_nsec == 0 ? coarse_tick_ns : tick_ns);
}

id_list listing_cache::find(std::uint8_t bucket, timespec const& changed) const {
    std::lock_guard const lock(mutex_);
    entry const& known = entries_[bucket];
    bool const is_same =
        known.changed.tv_sec == changed.tv_sec && known.changed.tv_nsec == changed.tv_nsec;
    return is_same ? known.ids : nullptr;
}

void listing_cache::keep(std::uint8_t bucket, id_list ids, timespec const& changed,
                         timespec const& listed) {
    std::lock_guard const lock(mutex_);
    drop(entries_[bucket]);
    std::size_t const bytes = bytes_of(ids);
    if (!is_settled(changed, listed) || bytes > bytes_max_) return;
    make_room(bytes);
    entry& target = entries_[bucket];
    target.ids = std::move(ids);
    target.changed = changed;
    target.kept = ++kept_;
    bytes_ += bytes;
}

std::size_t listing_cache::bytes() const {
    std::lock_guard const lock(mutex_);
    return bytes_;
}

void listing_cache::drop(entry& which) noexcept {
    if (!which.ids) return;
    bytes_ -= bytes_of(which.ids);
    which.ids = nullptr;
}

void listing_cache::make_room(std::size_t bytes) noexcept {
    while (bytes_ + bytes > bytes_max_) {
        auto const age = [](entry const& one) { return one.ids ? one.kept : UINT64_MAX; };
        drop(*std::ranges::min_element(entries_, {}, age));
    }
}

}  // namespace storh::publish
