// storh/condition.hpp
//
// Conditions on one record, as a query joins them: `storh::field("views").gte(10)`.
//
// Source of their meaning: storh 0.5.0 for PHP, except that an int is compared with a float exactly.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/value.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh {

/// What a condition asks.
enum class query_operator : std::uint8_t {
    eq,       ///< there and equal
    neq,      ///< missing or not equal
    in,       ///< there and equal to one of a list
    not_in,   ///< missing or equal to none of a list
    gt,       ///< there and behind the value
    gte,      ///< there and not before the value
    lt,       ///< there and before the value
    lte,      ///< there and not behind the value
    between,  ///< there, not before the value and not behind the upper one
    exists,   ///< there; null is there
    missing,  ///< not there
    prefix,   ///< a string that starts with these bytes
    any,      ///< no comparison: at least one of several groups of conditions holds
};

/// A value to compare with: whatever Boost.JSON takes for one, any text, or an id.
class operand {
public:
    template <class Value>
    requires(std::constructible_from<json::value, Value> &&
             !std::same_as<std::remove_cvref_t<Value>, operand>) operand(Value&& value)
        : value_(std::forward<Value>(value)) {}
    operand(std::string const& text) : value_(json::string_view(text)) {}
    operand(std::string_view text) : value_(json::string_view(text.data(), text.size())) {}
    operand(uuid_v7 const& id) : operand(id.to_string()) {}

    [[nodiscard]] json::value&& take() && noexcept { return std::move(value_); }

private:
    json::value value_;
};

class condition;

/// Conditions that have to hold all of them; without any it always holds.
using condition_group = std::vector<condition>;

/// A condition on one record. Made by `field`, or by any() out of others. A value.
class condition {
public:
    /// Holds when at least one of `groups` does, which is to say all conditions in it. Nested as deep as
    /// query::nesting_max, and kept as it is.
    [[nodiscard]] static condition any(std::vector<condition_group> groups);

    [[nodiscard]] query_operator op() const noexcept { return op_; }

    /// The member of the document, or `id`; empty for any().
    [[nodiscard]] std::string const& field() const noexcept { return field_; }

    /// What is compared with: for `in` and `not_in` a list; null where there is nothing to compare.
    [[nodiscard]] json::value const& value() const noexcept { return value_; }

    /// The upper end of `between`.
    [[nodiscard]] json::value const& upper() const noexcept { return upper_; }

    /// The groups of any().
    [[nodiscard]] std::vector<condition_group> const& groups() const noexcept { return groups_; }

private:
    friend class field;

    condition(std::string of, query_operator op) : field_(std::move(of)), op_(op) {}

    std::string field_;
    json::value value_;
    json::value upper_;
    std::vector<condition_group> groups_;
    query_operator op_;
};

/// What a condition is about: a member at the top of the document, or with the name `id` the record's
/// id as text in lower case. Any other name is a member's, dots and all: there are no paths.
///
/// Equal is: same type and same value (1 is not 1.0, 0.0 is -0.0, objects need the same members in the
/// same order, {} is []). Before and behind is: strings by their bytes, then numbers by their value,
/// then lists, false, null, true, objects; lists and objects among themselves as their indented JSON
/// text.
class field {
public:
    explicit field(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] condition eq(operand value) const;
    [[nodiscard]] condition neq(operand value) const;
    [[nodiscard]] condition in(std::vector<operand> values) const;
    [[nodiscard]] condition not_in(std::vector<operand> values) const;
    [[nodiscard]] condition gt(operand value) const;
    [[nodiscard]] condition gte(operand value) const;
    [[nodiscard]] condition lt(operand value) const;
    [[nodiscard]] condition lte(operand value) const;
    /// Both ends belong to it.
    [[nodiscard]] condition between(operand lower, operand upper) const;
    [[nodiscard]] condition exists() const;
    [[nodiscard]] condition missing() const;
    /// An empty prefix is one of every string.
    [[nodiscard]] condition prefix(std::string_view text) const;

private:
    [[nodiscard]] condition make(query_operator op, json::value value = nullptr) const;
    [[nodiscard]] condition make(query_operator op, std::vector<operand> values) const;

    std::string name_;
};

}  // namespace storh
