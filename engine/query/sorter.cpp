#include "query/sorter.hpp"

#include "query/compare.hpp"
#include "query/matcher.hpp"

#include <algorithm>
#include <utility>

namespace storh::queries {
namespace {

/// About what a value holds in memory. The recursion is as deep as a record may be.
std::size_t bytes_of(json::value const& value) noexcept {
    std::size_t bytes = sizeof(json::value);
    if (value.is_string()) return bytes + value.get_string().capacity();
    if (value.is_array()) {
        for (json::value const& one : value.get_array()) bytes += bytes_of(one);
    } else if (value.is_object()) {
        for (auto const& member : value.get_object()) {
            bytes += sizeof(json::key_value_pair) + member.key().size() + bytes_of(member.value());
        }
    }
    return bytes;
}

json::value key_of(record const& one, std::string const& field) {
    if (field == id_field) return json::value(json::string_view(one.id().to_string()));
    json::value const* const member = one.data().if_contains(field);
    return member != nullptr ? *member : json::value();
}

}  // namespace

sorter::sorter(query_order by, std::optional<std::uint64_t> limit, std::size_t bytes_max)
    : by_(std::move(by)), limit_(limit), bytes_max_(bytes_max) {}

bool sorter::comes_first(json::value const& key, uuid_v7 const& id, entry const& other) const {
    std::weak_ordering const order = compare(key, other.key);
    if (order == 0) return id < other.id;
    return by_.direction == sort_direction::ascending ? order < 0 : order > 0;
}

bool sorter::add(record const& one) {
    if (limit_ == std::uint64_t{0}) return true;
    json::value key = key_of(one, by_.field);
    if (limit_ && entries_.size() >= *limit_) {
        if (!comes_first(key, one.id(), entries_.front())) return true;
        drop_last();
    }
    std::size_t const bytes = sizeof(entry) + bytes_of(key);
    if (bytes_ + bytes > bytes_max_) return false;
    bytes_ += bytes;
    entries_.emplace_back(std::move(key), one.id(), bytes);
    if (!limit_) return true;
    std::ranges::push_heap(entries_, [this](entry const& left, entry const& right) {
        return comes_first(left.key, left.id, right);
    });
    return true;
}

void sorter::drop_last() {
    std::ranges::pop_heap(entries_, [this](entry const& left, entry const& right) {
        return comes_first(left.key, left.id, right);
    });
    bytes_ -= entries_.back().bytes;
    entries_.pop_back();
}

std::vector<uuid_v7> sorter::take() {
    std::ranges::sort(entries_, [this](entry const& left, entry const& right) {
        return comes_first(left.key, left.id, right);
    });
    std::vector<uuid_v7> ids;
    ids.reserve(entries_.size());
    for (entry const& one : entries_) ids.push_back(one.id);
    entries_.clear();
    entries_.shrink_to_fit();
    bytes_ = 0;
    return ids;
}

}  // namespace storh::queries
