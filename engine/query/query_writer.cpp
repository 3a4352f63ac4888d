// Queries to JSON.

#include <storh/query.hpp>

#include "format/json_writer.hpp"
#include "query/operator_names.hpp"

#include <algorithm>

namespace storh {
namespace {

json::array groups_of(std::vector<condition_group> const& groups);

json::object object_of(condition const& one) {
    json::object made;
    if (one.op() == query_operator::any) {
        made["any"] = groups_of(one.groups());
        return made;
    }
    auto const found =
        std::ranges::find(queries::operator_names, one.op(), &queries::operator_name::op);
    made["field"] = json::string_view(one.field());
    made["op"] = json::string_view(found->name.data(), found->name.size());
    if (one.op() == query_operator::exists || one.op() == query_operator::missing) return made;
    made["value"] = one.value();
    if (one.op() == query_operator::between) made["value2"] = one.upper();
    return made;
}

json::array groups_of(std::vector<condition_group> const& groups) {
    json::array made;
    for (condition_group const& group : groups) {
        json::array conditions;
        for (condition const& one : group) conditions.push_back(object_of(one));
        made.push_back(std::move(conditions));
    }
    return made;
}

}  // namespace

boost::system::result<std::string> query::to_json() const {
    if (auto const error = check()) return error;
    json::object made;
    made["groups"] = groups_of(groups_);
    made["order"] = nullptr;
    if (order_) {
        json::object order;
        order["field"] = json::string_view(order_->field);
        order["direction"] = order_->direction == sort_direction::ascending ? "asc" : "desc";
        made["order"] = std::move(order);
    }
    made["limit"] =
        limit_ ? json::value(static_cast<std::int64_t>(std::min<std::uint64_t>(*limit_, INT64_MAX)))
               : json::value();
    made["cursor"] = cursor_ ? json::value(json::string_view(cursor_->to_string())) : json::value();
    std::string text;
    if (auto const error = append_json(text, made)) return error;
    return text;
}

}  // namespace storh
