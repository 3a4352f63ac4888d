#include "query/compare.hpp"

#include "format/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace storh::queries {
namespace {

using order = std::weak_ordering;

/// The types in the order of the first byte of their JSON text.
enum class rank : std::uint8_t { string, number, list, false_, null, true_, object };

rank rank_of(json::value const& value) noexcept {
    switch (value.kind()) {
        case json::kind::string: return rank::string;
        case json::kind::int64:
        case json::kind::uint64:
        case json::kind::double_: return rank::number;
        case json::kind::array: return rank::list;
        case json::kind::bool_: return value.get_bool() ? rank::true_ : rank::false_;
        case json::kind::null: return rank::null;
        case json::kind::object: break;
    }
    return value.get_object().empty() ? rank::list : rank::object;
}

std::string_view view(json::string_view text) noexcept {
    return std::string_view(text.data(), text.size());
}

/// Exactly, also where the int has more digits than a double.
order compare_mixed(std::int64_t left, double right) noexcept {
    constexpr double beyond = 9223372036854775808.0;
    if (right >= beyond) return order::less;
    if (right < -beyond) return order::greater;
    double const whole = std::trunc(right);
    auto const truncated = static_cast<std::int64_t>(whole);
    if (left != truncated) return left < truncated ? order::less : order::greater;
    if (right == whole) return order::equivalent;
    return right > whole ? order::less : order::greater;
}

order compare_doubles(double left, double right) noexcept {
    if (left == right) return order::equivalent;
    return left < right ? order::less : order::greater;
}

order reverse(order one) noexcept {
    return 0 <=> one;
}

/// A query is refused with an unsigned integer that is no int64, and nothing stored is one.
std::int64_t integer_of(json::value const& value) noexcept {
    return value.is_int64() ? value.get_int64() : static_cast<std::int64_t>(value.get_uint64());
}

order compare_numbers(json::value const& left, json::value const& right) noexcept {
    if (left.is_double() && right.is_double()) {
        return compare_doubles(left.get_double(), right.get_double());
    }
    if (left.is_double()) return reverse(compare_mixed(integer_of(right), left.get_double()));
    if (right.is_double()) return compare_mixed(integer_of(left), right.get_double());
    return integer_of(left) <=> integer_of(right);
}

std::string text_of(json::value const& scalar) {
    std::string text;
    (void)append_json(text, scalar);
    return text;
}

order compare_texts(json::value const& left, json::value const& right);

/// Where one ends and the other goes on, a line feed stands against a comma.
order compare_ends(std::size_t left, std::size_t right) noexcept {
    return left <=> right;
}

order compare_lists(json::array const& left, json::array const& right) {
    // `[]` comes behind what begins with `[` and a line feed.
    if (left.empty() || right.empty()) return compare_ends(left.empty(), right.empty());
    for (std::size_t index = 0; index < std::min(left.size(), right.size()); ++index) {
        order const one = compare_texts(left[index], right[index]);
        if (one != 0) return one;
    }
    return compare_ends(left.size(), right.size());
}

order compare_objects(json::object const& left, json::object const& right) {
    auto other = right.begin();
    for (auto const& member : left) {
        if (other == right.end()) return order::greater;
        order one =
            text_of(json::value(member.key())).compare(text_of(json::value(other->key()))) <=> 0;
        if (one == 0) one = compare_texts(member.value(), other->value());
        if (one != 0) return one;
        ++other;
    }
    return other == right.end() ? order::equivalent : order::less;
}

order compare_containers(rank type, json::value const& left, json::value const& right) {
    static json::array const empty;
    if (type == rank::object) return compare_objects(left.get_object(), right.get_object());
    return compare_lists(left.is_array() ? left.get_array() : empty,
                         right.is_array() ? right.get_array() : empty);
}

/// By the JSON texts of the two, which lie at the same depth. A text that begins as the other one does can
/// only be a number's, and what follows it, a comma or line feed, comes before all that a number may go on
/// with.
order compare_texts(json::value const& left, json::value const& right) {
    rank const type = rank_of(left);
    rank const other = rank_of(right);
    if (type != other) return type <=> other;
    if (type == rank::list || type == rank::object) return compare_containers(type, left, right);
    if (type != rank::string && type != rank::number) return order::equivalent;
    return text_of(left).compare(text_of(right)) <=> 0;
}

}  // namespace

std::weak_ordering compare(json::value const& left, json::value const& right) {
    rank const type = rank_of(left);
    rank const other = rank_of(right);
    if (type != other) return type <=> other;
    switch (type) {
        case rank::string: return view(left.get_string()).compare(view(right.get_string())) <=> 0;
        case rank::number: return compare_numbers(left, right);
        case rank::list:
        case rank::object: return compare_containers(type, left, right);
        default: return order::equivalent;
    }
}

}  // namespace storh::queries
