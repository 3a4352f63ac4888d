#include "publish/listing/listing_cache.hpp"

#include <algorithm>
#include <utility>

namespace storh::publish {
namespace {

constexpr std::int64_t tick_ns = 20'000'000;

/// For a file system that keeps whole seconds only, which a time without a fraction suggests.
constexpr std::int64_t coarse_tick_ns = 2'000'000'000;

/// Changes from which on it costs less to list a bucket of `ids` again.
std::size_t changes_max(std::size_t ids) noexcept {
    return 64 + ids / 4;
}

std::size_t bytes_of(id_list const& ids) noexcept {
    return ids->size() * sizeof(uuid_v7);
}

}  // namespace

bool directory_state::is_settled() const noexcept {
    std::int64_t const seconds = asked.tv_sec - changed.tv_sec;
    if (seconds < 0) return false;
    if (seconds > 60) return true;
    std::int64_t const age = seconds * 1'000'000'000 + (asked.tv_nsec - changed.tv_nsec);
    return age >= (changed.tv_nsec == 0 ? coarse_tick_ns : tick_ns);
}

id_list listing_cache::find(std::uint8_t bucket, directory_state const& now) const {
    std::lock_guard const lock(mutex_);
    entry const& known = entries_[bucket];
    bool const is_trusted = known.ids && known.state.is_unchanged(now) && known.state.is_settled();
    return is_trusted ? known.ids : nullptr;
}

id_list listing_cache::find_followed(std::uint8_t bucket) {
    std::lock_guard const lock(mutex_);
    entry& known = entries_[bucket];
    return known.ids && known.is_watched ? up_to_date(known) : nullptr;
}

id_list listing_cache::find_current(std::uint8_t bucket) const {
    std::lock_guard const lock(mutex_);
    entry const& known = entries_[bucket];
    return known.is_watched && known.changes.empty() ? known.ids : nullptr;
}

id_list listing_cache::find_noted(std::uint8_t bucket, directory_state const& now) {
    std::lock_guard const lock(mutex_);
    entry& known = entries_[bucket];
    if (!known.ids || !known.is_watched) return nullptr;
    // Another directory has taken the name, or it changed in a way that the watch did not see.
    bool const is_missed = !known.has_notes && !known.state.is_unchanged(now);
    if (!known.state.is_same_directory(now) || is_missed) {
        drop(known);
        return nullptr;
    }
    known.state = now;
    known.has_notes = false;
    return up_to_date(known);
}

id_list listing_cache::up_to_date(entry& known) {
    apply(known);
    id_list ids = known.ids;
    make_room(0);
    return ids;
}

std::uint64_t listing_cache::notes(std::uint8_t bucket) const {
    std::lock_guard const lock(mutex_);
    return entries_[bucket].notes;
}

void listing_cache::keep(std::uint8_t bucket, id_list ids, directory_state const& listed,
                         std::uint64_t notes, bool is_watched) {
    std::lock_guard const lock(mutex_);
    entry& target = entries_[bucket];
    drop(target);
    // What was noted meanwhile may be in the listing or not.
    bool const is_complete = is_watched && target.notes == notes;
    std::size_t const bytes = bytes_of(ids);
    if ((!is_complete && !listed.is_settled()) || bytes > bytes_max_) return;
    make_room(bytes);
    target.ids = std::move(ids);
    target.state = listed;
    target.is_watched = is_complete;
    target.kept = ++kept_;
    bytes_ += bytes;
}

void listing_cache::note(std::uint8_t bucket, std::optional<uuid_v7> const& id, bool is_there) {
    std::lock_guard const lock(mutex_);
    entry& target = entries_[bucket];
    ++target.notes;
    if (!target.ids) return;
    target.has_notes = true;
    if (!id) return;
    target.changes.emplace_back(*id, is_there);
    if (target.changes.size() > changes_max(target.ids->size())) drop(target);
}

void listing_cache::forget(std::uint8_t bucket) {
    std::lock_guard const lock(mutex_);
    ++entries_[bucket].notes;
    drop(entries_[bucket]);
}

void listing_cache::forget_all() {
    std::lock_guard const lock(mutex_);
    for (entry& each : entries_) {
        ++each.notes;
        drop(each);
    }
}

std::size_t listing_cache::bytes() const {
    std::lock_guard const lock(mutex_);
    return bytes_;
}

std::size_t listing_cache::size() const {
    std::lock_guard const lock(mutex_);
    return static_cast<std::size_t>(
        std::ranges::count_if(entries_, [](entry const& one) { return one.ids != nullptr; }));
}

/// Gives `target` a list with its changes; readers may hold the old one.
void listing_cache::apply(entry& target) {
    if (target.changes.empty()) return;
    // The last change of an id counts.
    std::ranges::stable_sort(target.changes, {}, &change::id);
    auto merged = std::make_shared<std::vector<uuid_v7>>();
    merged->reserve(target.ids->size() + target.changes.size());
    auto known = target.ids->begin();
    for (auto next = target.changes.begin(); next != target.changes.end();) {
        auto const last =
            std::ranges::upper_bound(next, target.changes.end(), next->id, {}, &change::id);
        auto const place = std::lower_bound(known, target.ids->end(), next->id);
        merged->insert(merged->end(), known, place);
        known = place != target.ids->end() && *place == next->id ? place + 1 : place;
        if (std::prev(last)->is_there) merged->push_back(next->id);
        next = last;
    }
    merged->insert(merged->end(), known, target.ids->end());
    bytes_ -= bytes_of(target.ids);
    target.ids = std::move(merged);
    bytes_ += bytes_of(target.ids);
    target.changes.clear();
}

void listing_cache::drop(entry& which) noexcept {
    if (!which.ids) return;
    bytes_ -= bytes_of(which.ids);
    which.ids = nullptr;
    which.changes.clear();
    which.has_notes = false;
    which.is_watched = false;
}

void listing_cache::make_room(std::size_t bytes) noexcept {
    while (bytes_ + bytes > bytes_max_) {
        auto const age = [](entry const& one) { return one.ids ? one.kept : UINT64_MAX; };
        drop(*std::ranges::min_element(entries_, {}, age));
    }
}

}  // namespace storh::publish
