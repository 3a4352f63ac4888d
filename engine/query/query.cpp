#include <storh/query.hpp>

#include "base/report.hpp"
#include "format/json_writer.hpp"
#include "query/place.hpp"

namespace storh {
namespace {

using boost::system::error_code;
using queries::place;

/// One look over all conditions.
class checker {
public:
    explicit checker(error_info* info) noexcept : info_(info) {}

    error_code check(std::vector<condition_group> const& groups, place const& at,
                     std::size_t nesting) {
        if (nesting > query::nesting_max) return fail(at, "groups are nested too deeply");
        if (groups.empty())
            return fail(at, "has to have at least one group; [[]] matches everything");
        for (std::size_t index = 0; index < groups.size(); ++index) {
            if (auto const error = check(groups[index], at / index, nesting)) return error;
        }
        return {};
    }

private:
    error_code check(condition_group const& group, place const& at, std::size_t nesting) {
        for (std::size_t index = 0; index < group.size(); ++index) {
            if (auto const error = check(group[index], at / index, nesting)) return error;
        }
        return {};
    }

    error_code check(condition const& one, place const& at, std::size_t nesting) {
        if (++conditions_ > query::conditions_max) return fail(at, "too many conditions");
        query_operator const op = one.op();
        if (op == query_operator::any) return check(one.groups(), at / "any", nesting + 1);
        if (auto const error = check(json::value(json::string_view(one.field())), at / "field")) {
            return error;
        }
        if (op == query_operator::prefix && !one.value().is_string()) {
            return fail(at / "value", "a prefix has to be a string");
        }
        bool const is_list = op == query_operator::in || op == query_operator::not_in;
        if (is_list && one.value().get_array().size() > query::list_max) {
            return fail(at / "value", "the list is too long");
        }
        if (auto const error = check(one.value(), at / "value")) return error;
        return check(one.upper(), at / "value2");
    }

    error_code check(json::value const& value, place const& at) {
        text_.clear();
        error_code const error = append_json(text_, value);
        return error ? fail(at, error.message()) : error;
    }

    error_code fail(place const& at, std::string_view why) {
        return report(info_, errc::invalid_query, at.text() + ": " + std::string(why));
    }

    error_info* info_;
    std::string text_;
    std::size_t conditions_ = 0;
};

}  // namespace

query& query::where(condition one) {
    for (condition_group& group : groups_) group.push_back(one);
    return *this;
}

query& query::or_where(condition_group group) {
    bool const is_first = groups_.size() == 1 && groups_.front().empty();
    if (is_first) groups_.clear();
    groups_.push_back(std::move(group));
    return *this;
}

error_code query::check(error_info* info) const {
    checker look(info);
    if (auto const error = look.check(groups_, place("groups"), 0)) return error;
    json::value const field(order_ ? json::string_view(order_->field) : json::string_view());
    std::string text;
    if (!append_json(text, field)) return {};
    return report(info, errc::invalid_query, "order.field: not UTF-8");
}

}  // namespace storh
