#include "query/matcher.hpp"

#include "query/compare.hpp"
#include "query/strict_equal.hpp"

#include <algorithm>
#include <utility>

namespace storh::queries {
namespace {

bool starts_with(json::value const& value, json::value const& prefix) noexcept {
    return value.is_string() && prefix.is_string() &&
           json::string_view(value.get_string()).starts_with(prefix.get_string());
}

/// The conditions that compare a value that is there.
bool compares(condition const& asked, json::value const& actual) {
    switch (asked.op()) {
        case query_operator::eq: return strictly_equal(actual, asked.value());
        case query_operator::neq: return !strictly_equal(actual, asked.value());
        case query_operator::gt: return compare(actual, asked.value()) > 0;
        case query_operator::gte: return compare(actual, asked.value()) >= 0;
        case query_operator::lt: return compare(actual, asked.value()) < 0;
        case query_operator::lte: return compare(actual, asked.value()) <= 0;
        case query_operator::between:
            return compare(actual, asked.value()) >= 0 && compare(actual, asked.upper()) <= 0;
        case query_operator::prefix: return starts_with(actual, asked.value());
        default: return asked.op() == query_operator::exists;
    }
}

bool holds_without_value(query_operator op) noexcept {
    return op == query_operator::missing || op == query_operator::neq ||
           op == query_operator::not_in;
}

}  // namespace

/// A record, with its id as a value once a condition wants it.
class matcher::view {
public:
    explicit view(record const& of) noexcept : record_(of) {}

    [[nodiscard]] json::value const* member(std::string const& name) {
        if (name != id_field) return record_.data().if_contains(name);
        if (id_.is_null()) id_ = json::value(json::string_view(record_.id().to_string()));
        return &id_;
    }

private:
    record const& record_;
    json::value id_;
};

matcher::test::test(condition const& what) : asked(what), groups(prepare(what.groups())) {
    bool const is_list = what.op() == query_operator::in || what.op() == query_operator::not_in;
    if (is_list && what.value().is_array()) set.emplace(what.value().get_array());
}

matcher::matcher(query asked) : query_(std::move(asked)), groups_(prepare(query_.groups())) {}

std::vector<std::vector<matcher::test>> matcher::prepare(
    std::vector<condition_group> const& groups) {
    std::vector<std::vector<test>> made;
    made.reserve(groups.size());
    for (condition_group const& group : groups) {
        made.emplace_back(group.begin(), group.end());
    }
    return made;
}

bool matcher::holds(test const& one, view& of) {
    query_operator const op = one.asked.op();
    if (op == query_operator::any) return holds(one.groups, of);
    json::value const* const actual = of.member(one.asked.field());
    if (actual == nullptr) return holds_without_value(op);
    if (one.set) return one.set->contains(*actual) == (op == query_operator::in);
    return compares(one.asked, *actual);
}

bool matcher::holds(std::vector<std::vector<test>> const& groups, view& of) {
    return std::ranges::any_of(groups, [&](std::vector<test> const& group) {
        return std::ranges::all_of(group, [&](test const& one) { return holds(one, of); });
    });
}

bool matcher::matches(record const& candidate) const {
    if (query_.cursor() && candidate.id() <= *query_.cursor()) return false;
    view of(candidate);
    return holds(groups_, of);
}

bool matcher::is_trivial() const noexcept {
    auto const is_empty = [](std::vector<test> const& group) { return group.empty(); };
    return std::ranges::any_of(groups_, is_empty);
}

}  // namespace storh::queries
