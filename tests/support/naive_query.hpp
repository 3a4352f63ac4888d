// tests/support/naive_query.hpp
//
// Queries answered in the plainest way, by the words of storh-format 8: each record looked at, values compared
// by their indented text, all of them sorted. For tests to compare with.
//
// Nothing of the engine's own comparing is used.

#pragma once

#include <storh/json.hpp>
#include <storh/query.hpp>
#include <storh/record.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace storh::test {

class naive_query {
public:
    explicit naive_query(query asked) : query_(std::move(asked)) {}

    /// The ids that the query gives of `records`.
    [[nodiscard]] std::vector<uuid_v7> answer(
        std::map<uuid_v7, json::object> const& records) const {
        std::vector<std::pair<uuid_v7, json::value>> found;
        for (auto const& [id, data] : records) {
            if (query_.cursor() && id <= *query_.cursor()) continue;
            if (holds(query_.groups(), id, data)) found.emplace_back(id, key(id, data));
        }
        bool const is_down =
            query_.order() && query_.order()->direction == sort_direction::descending;
        std::ranges::stable_sort(found, [&](auto const& left, auto const& right) {
            int const order = compare(left.second, right.second);
            return query_.order() && (is_down ? order > 0 : order < 0);
        });
        std::vector<uuid_v7> ids;
        for (auto const& one : found) {
            if (query_.limit() && ids.size() == *query_.limit()) break;
            ids.push_back(one.first);
        }
        return ids;
    }

private:
    static json::value const* member(std::string const& name, json::object const& data,
                                     json::value& id) {
        return name == "id" ? &id : data.if_contains(name);
    }

    [[nodiscard]] json::value key(uuid_v7 const& id, json::object const& data) const {
        json::value text(json::string_view(id.to_string()));
        if (!query_.order()) return text;
        auto const* const found = member(query_.order()->field, data, text);
        return found != nullptr ? *found : json::value();
    }

    static bool holds(std::vector<condition_group> const& groups, uuid_v7 const& id,
                      json::object const& data) {
        return std::ranges::any_of(groups, [&](condition_group const& group) {
            return std::ranges::all_of(group,
                                       [&](condition const& one) { return holds(one, id, data); });
        });
    }

    static bool holds(condition const& one, uuid_v7 const& id, json::object const& data) {
        if (one.op() == query_operator::any) return holds(one.groups(), id, data);
        json::value text(json::string_view(id.to_string()));
        auto const* const found = member(one.field(), data, text);
        bool const is_there = found != nullptr;
        auto const order = [&](json::value const& with) { return compare(*found, with); };
        switch (one.op()) {
            case query_operator::eq: return is_there && equal(*found, one.value());
            case query_operator::neq: return !is_there || !equal(*found, one.value());
            case query_operator::in: return is_there && is_one_of(*found, one.value());
            case query_operator::not_in: return !is_there || !is_one_of(*found, one.value());
            case query_operator::gt: return is_there && order(one.value()) > 0;
            case query_operator::gte: return is_there && order(one.value()) >= 0;
            case query_operator::lt: return is_there && order(one.value()) < 0;
            case query_operator::lte: return is_there && order(one.value()) <= 0;
            case query_operator::between:
                return is_there && order(one.value()) >= 0 && order(one.upper()) <= 0;
            case query_operator::exists: return is_there;
            case query_operator::missing: return !is_there;
            default:
                return is_there && found->is_string() && one.value().is_string() &&
                       std::string(found->as_string())
                               .rfind(std::string(one.value().as_string()), 0) == 0;
        }
    }

    static bool is_one_of(json::value const& value, json::value const& list) {
        return std::ranges::any_of(list.as_array(),
                                   [&](json::value const& one) { return equal(value, one); });
    }

    static bool equal(json::value const& left, json::value const& right) {
        return text_of(left, 0, true) == text_of(right, 0, true);
    }

    static int compare(json::value const& left, json::value const& right) {
        if (left.is_number() && right.is_number()) {
            auto const number = [](json::value const& of) {
                // Exact for every int64 and every double on this platform.
                return of.is_double() ? static_cast<long double>(of.as_double())
                                      : static_cast<long double>(of.as_int64());
            };
            long double const one = number(left);
            long double const other = number(right);
            return one < other ? -1 : (one > other ? 1 : 0);
        }
        if (left.is_string() && right.is_string()) {
            return std::string(left.as_string()).compare(std::string(right.as_string()));
        }
        return text_of(left, 1, false).compare(text_of(right, 1, false));
    }

    /// Indented JSON; an empty object is an empty list, and where zeros are equal -0.0 is 0.0.
    static std::string text_of(json::value const& value, unsigned depth, bool are_zeros_equal) {
        bool const is_object = value.is_object();
        if (!is_object && !value.is_array()) {
            if (are_zeros_equal && value.is_double() && value.as_double() == 0) return "0.0";
            return to_json(value).value();
        }
        std::string text;
        auto const add = [&](std::string const& name, json::value const& one) {
            text += (text.empty() ? "\n" : ",\n") + std::string(4 * (depth + 1), ' ') + name +
                    text_of(one, depth + 1, are_zeros_equal);
        };
        if (is_object) {
            for (auto const& one : value.as_object()) {
                add(to_json(json::value(one.key())).value() + ": ", one.value());
            }
        } else {
            for (auto const& one : value.as_array()) add("", one);
        }
        if (text.empty()) return "[]";
        text += "\n" + std::string(4 * depth, ' ');
        return is_object ? "{" + text + "}" : "[" + text + "]";
    }

    query query_;
};

}  // namespace storh::test
