#include <storh/condition.hpp>

namespace storh {

condition condition::any(std::vector<condition_group> groups) {
    condition made(std::string(), query_operator::any);
    made.groups_ = std::move(groups);
    return made;
}

condition field::make(query_operator op, json::value value) const {
    condition made(name_, op);
    made.value_ = std::move(value);
    return made;
}

condition field::make(query_operator op, std::vector<operand> values) const {
    json::array list;
    list.reserve(values.size());
    for (operand& one : values) list.push_back(std::move(one).take());
    return make(op, json::value(std::move(list)));
}

condition field::eq(operand value) const {
    return make(query_operator::eq, std::move(value).take());
}

condition field::neq(operand value) const {
    return make(query_operator::neq, std::move(value).take());
}

condition field::in(std::vector<operand> values) const {
    return make(query_operator::in, std::move(values));
}

condition field::not_in(std::vector<operand> values) const {
    return make(query_operator::not_in, std::move(values));
}

condition field::gt(operand value) const {
    return make(query_operator::gt, std::move(value).take());
}

condition field::gte(operand value) const {
    return make(query_operator::gte, std::move(value).take());
}

condition field::lt(operand value) const {
    return make(query_operator::lt, std::move(value).take());
}

condition field::lte(operand value) const {
    return make(query_operator::lte, std::move(value).take());
}

condition field::between(operand lower, operand upper) const {
    condition made = make(query_operator::between, std::move(lower).take());
    made.upper_ = std::move(upper).take();
    return made;
}

condition field::exists() const {
    return make(query_operator::exists);
}

condition field::missing() const {
    return make(query_operator::missing);
}

condition field::prefix(std::string_view text) const {
    return make(query_operator::prefix, json::value(json::string_view(text.data(), text.size())));
}

}  // namespace storh
