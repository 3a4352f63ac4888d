// Queries out of JSON.

#include <storh/query.hpp>

#include "base/limits.hpp"
#include "base/report.hpp"
#include "format/json_reader.hpp"
#include "query/members.hpp"
#include "query/operator_names.hpp"

#include <algorithm>
#include <utility>

namespace storh {
namespace {

using queries::complaints;
using queries::has_only;
using queries::place;
using queries::present;

std::string text_of(json::value const& value) {
    json::string const& text = value.get_string();
    return std::string(text.data(), text.size());
}

std::vector<operand> operands_of(json::array const& list) {
    return std::vector<operand>(list.begin(), list.end());
}

condition make(field const& of, query_operator op, json::value const* value,
               json::value const* upper) {
    json::value const nothing;
    json::value const& operand = value != nullptr ? *value : nothing;
    switch (op) {
        case query_operator::eq: return of.eq(operand);
        case query_operator::neq: return of.neq(operand);
        case query_operator::in: return of.in(operands_of(operand.get_array()));
        case query_operator::not_in: return of.not_in(operands_of(operand.get_array()));
        case query_operator::gt: return of.gt(operand);
        case query_operator::gte: return of.gte(operand);
        case query_operator::lt: return of.lt(operand);
        case query_operator::lte: return of.lte(operand);
        case query_operator::between: return of.between(operand, *upper);
        case query_operator::exists: return of.exists();
        case query_operator::missing: return of.missing();
        default: return of.prefix(text_of(operand));
    }
}

/// Takes a query apart. A step that fails leaves a complaint and gives nothing.
class query_reader {
public:
    explicit query_reader(error_info* info) noexcept : errors_(errc::invalid_query, info) {}

    boost::system::result<query> read(json::value const& text) {
        query made;
        if (!has_only(text, place(""), {"groups", "order", "limit", "cursor"}, errors_) ||
            !read_groups(text.get_object(), made) || !read_order(text.get_object(), made) ||
            !read_limit(text.get_object(), made) || !read_cursor(text.get_object(), made)) {
            return errors_.error();
        }
        return made;
    }

private:
    bool read_groups(json::object const& from, query& into) {
        json::value const* const given = present(from, "groups");
        if (given == nullptr) return true;
        std::vector<condition_group> groups;
        if (!take_groups(*given, place("groups"), 0, groups)) return false;
        into.groups(std::move(groups));
        return true;
    }

    bool take_groups(json::value const& from, place const& at, std::size_t nesting,
                     std::vector<condition_group>& into) {
        if (!from.is_array() || from.get_array().empty()) {
            return errors_.add(at, "has to be a list of groups, which are lists of conditions");
        }
        // Before the recursion goes deeper than the stack allows.
        if (nesting > query::nesting_max) return errors_.add(at, "groups are nested too deeply");
        for (json::value const& one : from.get_array()) {
            place const here = at / into.size();
            if (!one.is_array()) return errors_.add(here, "has to be a list of conditions");
            condition_group& group = into.emplace_back();
            for (json::value const& each : one.get_array()) {
                if (!take_condition(each, here / group.size(), nesting, group)) return false;
            }
        }
        return true;
    }

    bool take_condition(json::value const& from, place const& at, std::size_t nesting,
                        condition_group& into) {
        if (++conditions_ > query::conditions_max) return errors_.add(at, "too many conditions");
        if (from.is_object() && from.get_object().contains("any")) {
            if (!has_only(from, at, {"any"}, errors_)) return false;
            std::vector<condition_group> groups;
            if (!take_groups(from.get_object().at("any"), at / "any", nesting + 1, groups)) {
                return false;
            }
            into.push_back(condition::any(std::move(groups)));
            return true;
        }
        if (!has_only(from, at, {"field", "op", "value", "value2"}, errors_)) return false;
        return take_comparison(from.get_object(), at, into);
    }

    bool take_comparison(json::object const& from, place const& at, condition_group& into) {
        json::value const* const name = from.if_contains("field");
        if (name == nullptr || !name->is_string()) {
            return errors_.add(at / "field", "has to be there, the name of a field");
        }
        std::optional<query_operator> const op = operator_of(from, at);
        if (!op) return false;
        json::value const* const value = from.if_contains("value");
        json::value const* const upper = from.if_contains("value2");
        if (!has_operands(*op, value, upper, at)) return false;
        into.push_back(make(field(text_of(*name)), *op, value, upper));
        return true;
    }

    std::optional<query_operator> operator_of(json::object const& from, place const& at) {
        json::value const* const name = from.if_contains("op");
        if (name != nullptr && name->is_string()) {
            std::string const text = text_of(*name);
            auto const found =
                std::ranges::find(queries::operator_names, text, &queries::operator_name::name);
            if (found != queries::operator_names.end()) return found->op;
        }
        std::string names;
        for (auto const& one : queries::operator_names) names.append(" ").append(one.name);
        errors_.add(at / "op", "has to be one of" + names);
        return std::nullopt;
    }

    bool has_operands(query_operator op, json::value const* value, json::value const* upper,
                      place const& at) {
        bool const is_alone = op == query_operator::exists || op == query_operator::missing;
        bool const is_list = op == query_operator::in || op == query_operator::not_in;
        bool const is_between = op == query_operator::between;
        if (!is_alone && value == nullptr) return errors_.add(at / "value", "is missing");
        if (is_alone && value != nullptr && !value->is_null()) {
            return errors_.add(at / "value", "does not belong to this operator");
        }
        if (is_between && upper == nullptr) return errors_.add(at / "value2", "is missing");
        if (!is_between && upper != nullptr && !upper->is_null()) {
            return errors_.add(at / "value2", "belongs to the operator between only");
        }
        if (is_list && !value->is_array()) return errors_.add(at / "value", "has to be a list");
        if (op == query_operator::prefix && !value->is_string()) {
            return errors_.add(at / "value", "a prefix has to be a string");
        }
        return true;
    }

    bool read_order(json::object const& from, query& into) {
        json::value const* const given = present(from, "order");
        if (given == nullptr) return true;
        if (!has_only(*given, place("order"), {"field", "direction"}, errors_)) return false;
        json::value const* const name = given->get_object().if_contains("field");
        if (name == nullptr || !name->is_string()) {
            return errors_.add(place("order.field"), "has to be there, the name of a field");
        }
        json::value const* const way = present(given->get_object(), "direction");
        bool const is_descending = way != nullptr && *way == "desc";
        if (way != nullptr && !is_descending && *way != "asc") {
            return errors_.add(place("order.direction"), R"(has to be "asc" or "desc")");
        }
        into.order_by(text_of(*name),
                      is_descending ? sort_direction::descending : sort_direction::ascending);
        return true;
    }

    bool read_limit(json::object const& from, query& into) {
        json::value const* const given = present(from, "limit");
        if (given == nullptr) return true;
        if (!given->is_int64() || given->get_int64() < 0) {
            return errors_.add(place("limit"), "has to be an integer, 0 or more");
        }
        into.limit(static_cast<std::uint64_t>(given->get_int64()));
        return true;
    }

    bool read_cursor(json::object const& from, query& into) {
        json::value const* const given = present(from, "cursor");
        if (given == nullptr) return true;
        if (given->is_string()) {
            if (auto const id = uuid_v7::parse(text_of(*given))) {
                into.cursor(*id);
                return true;
            }
        }
        return errors_.add(place("cursor"), "has to be the id of a record");
    }

    complaints errors_;
    std::size_t conditions_ = 0;
};

}  // namespace

boost::system::result<query> query::parse(std::string_view text, error_info* info) {
    if (text.size() > record_bytes_max_default) {
        return report(info, errc::invalid_query, "the text is longer than 16 MiB");
    }
    auto const value = read_json(text, document_depth_max, info);
    if (!value) return value.error() == errc::too_deep ? errc::invalid_query : value.error();
    auto made = query_reader(info).read(*value);
    if (!made) return made;
    if (auto const error = made->check(info)) return error;
    return made;
}

}  // namespace storh
