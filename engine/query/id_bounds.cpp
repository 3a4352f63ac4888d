#include "query/id_bounds.hpp"

#include <algorithm>

namespace storh::queries {

id_bounds::id_bounds(record_query const& query) {
    std::int64_t const since = query.since().value_or(0);
    std::int64_t const until = query.until().value_or(uuid_v7::timestamp_ms_max);
    is_empty_ = since > uuid_v7::timestamp_ms_max || until < 0 || since > until;
    if (is_empty_) return;
    if (query.since() && since > 0) raise(*uuid_v7::min_for(since), true);
    if (query.until() && until < uuid_v7::timestamp_ms_max) lower(*uuid_v7::max_for(until), true);
    if (query.after()) {
        query.is_reverse() ? lower(*query.after(), false) : raise(*query.after(), false);
    }
}

void id_bounds::raise(uuid_v7 const& bound, bool is_inside) noexcept {
    if (bound < first_) return;
    includes_first_ = bound == first_ ? includes_first_ && is_inside : is_inside;
    first_ = bound;
}

void id_bounds::lower(uuid_v7 const& bound, bool is_inside) noexcept {
    if (has_last_ && bound > last_) return;
    includes_last_ = has_last_ && bound == last_ ? includes_last_ && is_inside : is_inside;
    last_ = bound;
    has_last_ = true;
}

void id_bounds::unite(id_bounds const& other) noexcept {
    if (other.is_empty_) return;
    if (is_empty_) {
        *this = other;
        return;
    }
    if (other.first_ < first_) {
        first_ = other.first_;
        includes_first_ = other.includes_first_;
    } else if (other.first_ == first_) {
        includes_first_ = includes_first_ || other.includes_first_;
    }
    if (!has_last_ || !other.has_last_) {
        has_last_ = false;
    } else if (other.last_ > last_) {
        last_ = other.last_;
        includes_last_ = other.includes_last_;
    } else if (other.last_ == last_) {
        includes_last_ = includes_last_ || other.includes_last_;
    }
}

std::string id_bounds::to_string() const {
    if (is_empty_) return "none";
    std::string text;
    if (!first_.is_nil()) {
        text.append(includes_first_ ? "from " : "from behind ").append(first_.to_string());
    }
    if (has_last_) {
        text.append(text.empty() ? "" : " ").append(includes_last_ ? "to " : "to before ");
        text.append(last_.to_string());
    }
    return text;
}

std::span<uuid_v7 const> id_bounds::cut(std::span<uuid_v7 const> sorted) const {
    if (is_empty_) return {};
    auto const begin = includes_first_ ? std::ranges::lower_bound(sorted, first_)
                                       : std::ranges::upper_bound(sorted, first_);
    if (!has_last_) return {begin, sorted.end()};
    auto const end = includes_last_ ? std::ranges::upper_bound(sorted, last_)
                                    : std::ranges::lower_bound(sorted, last_);
    if (end <= begin) return {};
    return {begin, end};
}

}  // namespace storh::queries
