#include "doc/stream/walk.hpp"

#include "doc/stream/listed_ids.hpp"
#include "query/strict_equal.hpp"

#include <algorithm>

namespace storh::doc {

void skip_log::add(std::unique_ptr<error_info> info) {
    std::lock_guard const lock(mutex_);
    ++count_;
    if (errors_.size() < errors_kept && info) errors_.push_back(std::move(*info));
}

std::uint64_t skip_log::count() const {
    std::lock_guard const lock(mutex_);
    return count_;
}

std::vector<error_info> skip_log::errors() const {
    std::lock_guard const lock(mutex_);
    return errors_;
}

walk walk_of(std::shared_ptr<collection> state, record_query query) {
    walk made(std::make_unique<listed_ids>(std::move(state), queries::id_bounds(query),
                                           query.is_reverse()));
    made.limit = query.limit();
    made.on_error = query.on_error();
    if (query.equalities().empty()) return made;
    made.filter = [wanted = query.equalities()](record const& candidate) {
        return std::ranges::all_of(wanted, [&](record_query::equality const& one) {
            auto const* const member = candidate.data().if_contains(one.field);
            return member != nullptr && queries::strictly_equal(*member, one.value);
        });
    };
    return made;
}

}  // namespace storh::doc
