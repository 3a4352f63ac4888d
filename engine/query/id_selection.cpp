#include "query/id_selection.hpp"

#include "query/matcher.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace storh::queries {
namespace {

/// The id that is written like this. Of texts that are nearly one, in upper case for example, the matcher
/// knows what to think.
std::optional<uuid_v7> id_of(json::value const& value) {
    if (!value.is_string()) return std::nullopt;
    json::string const& text = value.get_string();
    auto const id = uuid_v7::parse(std::string(text.data(), text.size()));
    if (!id || json::string_view(id->to_string()) != text) return std::nullopt;
    return *id;
}

void narrow(id_bounds& bounds, condition const& one) {
    auto const id = id_of(one.value());
    switch (one.op()) {
        case query_operator::gt:
            if (id) bounds.raise(*id, false);
            break;
        case query_operator::gte:
            if (id) bounds.raise(*id, true);
            break;
        case query_operator::lt:
            if (id) bounds.lower(*id, false);
            break;
        case query_operator::lte:
            if (id) bounds.lower(*id, true);
            break;
        case query_operator::between:
            if (id) bounds.raise(*id, true);
            if (auto const upper = id_of(one.upper())) bounds.lower(*upper, true);
            break;
        default: break;
    }
}

id_bounds bounds_of(condition_group const& group, query const& asked) {
    id_bounds bounds;
    if (asked.cursor()) bounds.raise(*asked.cursor(), false);
    for (condition const& one : group) {
        if (one.field() == id_field) narrow(bounds, one);
    }
    return bounds;
}

void add(std::vector<uuid_v7>& to, json::value const& value) {
    if (auto const id = id_of(value)) to.push_back(*id);
}

/// Adds the ids that the group names; false if it names none.
bool add_named(condition_group const& group, std::vector<uuid_v7>& to) {
    for (condition const& one : group) {
        bool const is_one = one.op() == query_operator::eq;
        bool const is_list = one.op() == query_operator::in;
        if (one.field() != id_field || !(is_one || is_list)) continue;
        if (is_one) {
            add(to, one.value());
        } else {
            for (json::value const& each : one.value().get_array()) add(to, each);
        }
        return true;
    }
    return false;
}

}  // namespace

id_selection::id_selection(query const& asked) {
    std::vector<uuid_v7> ids;
    bool is_first = true;
    bool are_named = true;
    for (condition_group const& group : asked.groups()) {
        id_bounds const one = bounds_of(group, asked);
        if (std::exchange(is_first, false)) {
            bounds_ = one;
        } else {
            bounds_.unite(one);
        }
        are_named = are_named && add_named(group, ids);
    }
    if (!are_named) return;
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    auto const inside = bounds_.cut(ids);
    named_.emplace(inside.begin(), inside.end());
}

}  // namespace storh::queries
