#include "query/strict_equal.hpp"

#include <algorithm>
#include <cstdint>

namespace storh::queries {
namespace {

bool is_empty_container(json::value const& value) noexcept {
    return (value.is_array() && value.get_array().empty()) ||
           (value.is_object() && value.get_object().empty());
}

/// An unsigned integer beyond int64 has no equal among what is stored.
bool equal_integers(json::value const& left, json::value const& right) noexcept {
    std::uint64_t const sign = std::uint64_t{1} << 63;
    auto const bits = [](json::value const& value) {
        return value.is_int64() ? static_cast<std::uint64_t>(value.get_int64())
                                : value.get_uint64();
    };
    bool const in_range =
        (left.is_int64() || bits(left) < sign) && (right.is_int64() || bits(right) < sign);
    return in_range && bits(left) == bits(right);
}

bool is_integer(json::value const& value) noexcept {
    return value.is_int64() || value.is_uint64();
}

bool equal_members(json::object const& left, json::object const& right) noexcept {
    return std::ranges::equal(left, right, [](auto const& one, auto const& other) {
        return one.key() == other.key() && strictly_equal(one.value(), other.value());
    });
}

}  // namespace

bool strictly_equal(json::value const& left, json::value const& right) noexcept {
    if (is_empty_container(left)) return is_empty_container(right);
    if (is_integer(left)) return is_integer(right) && equal_integers(left, right);
    if (left.kind() != right.kind()) return false;
    switch (left.kind()) {
        case json::kind::null: return true;
        case json::kind::bool_: return left.get_bool() == right.get_bool();
        case json::kind::double_: return left.get_double() == right.get_double();
        case json::kind::string: return left.get_string() == right.get_string();
        case json::kind::array:
            return std::ranges::equal(left.get_array(), right.get_array(), strictly_equal);
        case json::kind::object: return equal_members(left.get_object(), right.get_object());
        default: return false;
    }
}

}  // namespace storh::queries
