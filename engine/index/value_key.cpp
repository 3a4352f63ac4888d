#include "index/value_key.hpp"

#include "index/bytes.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace storh::index {
namespace {

enum class number_kind : std::uint8_t { integer, floating };

constexpr std::uint16_t zero_head = 0x8000;

/// 2^-1074, the smallest double, gets the exponent 1.
constexpr int exponent_bias = 1075;
constexpr std::uint16_t beyond_every_double = 0x7fff;

/// A positive number: the binary exponent, and the digits from the first one on.
struct magnitude {
    std::uint16_t exponent = 0;
    std::uint64_t digits = 0;
};

magnitude magnitude_of(std::uint64_t value) noexcept {
    if (value == 0) return {};
    int const zeros = std::countl_zero(value);
    return {static_cast<std::uint16_t>(63 - zeros + exponent_bias), value << zeros};
}

magnitude magnitude_of(double value) noexcept {
    if (value == 0) return {};
    if (!std::isfinite(value)) return {beyond_every_double, 0};
    int exponent = 0;
    double const fraction = std::frexp(value, &exponent);
    return {static_cast<std::uint16_t>(exponent - 1 + exponent_bias),
            static_cast<std::uint64_t>(std::ldexp(fraction, 64))};
}

std::string number_key(magnitude size, bool is_negative, number_kind kind) {
    std::string key(1, static_cast<char>(value_class::number));
    // The larger the magnitude of a negative number, the earlier it comes.
    unsigned const head = is_negative ? zero_head - size.exponent : zero_head + size.exponent;
    append_number(key, head, 2);
    append_number(key, is_negative ? ~size.digits : size.digits);
    append_number(key, static_cast<std::uint8_t>(kind), 1);
    return key;
}

std::string key_of_integer(std::int64_t value) {
    bool const is_negative = value < 0;
    auto const bits = static_cast<std::uint64_t>(value);
    return number_key(magnitude_of(is_negative ? 0 - bits : bits), is_negative,
                      number_kind::integer);
}

std::string key_of_class(value_class kind) {
    return std::string(1, static_cast<char>(kind));
}

std::string key_of_string(std::string_view text) {
    std::string key = key_of_class(value_class::string);
    key.append(text);
    return key;
}

}  // namespace

std::string key_of(json::value const& value) {
    switch (value.kind()) {
        case json::kind::string: return key_of_string(value.get_string());
        case json::kind::int64: return key_of_integer(value.get_int64());
        case json::kind::uint64:
            return number_key(magnitude_of(value.get_uint64()), false, number_kind::integer);
        case json::kind::double_: {
            double const number = value.get_double();
            return number_key(magnitude_of(std::fabs(number)), number < 0, number_kind::floating);
        }
        case json::kind::bool_:
            return key_of_class(value.get_bool() ? value_class::boolean_true
                                                 : value_class::boolean_false);
        case json::kind::array: return key_of_class(value_class::list);
        case json::kind::object: return key_of_class(value_class::object);
        case json::kind::null: break;
    }
    return key_of_class(value_class::null);
}

bool is_exact(std::string_view key) noexcept {
    return key.front() != static_cast<char>(value_class::list) &&
           key.front() != static_cast<char>(value_class::object);
}

std::string_view rank_of(std::string_view key) noexcept {
    bool const is_number = key.front() == static_cast<char>(value_class::number);
    return is_number ? key.substr(0, key.size() - 1) : key;
}

std::string behind_rank(std::string_view rank) {
    bool const is_number = rank.front() == static_cast<char>(value_class::number);
    return std::string(rank) + (is_number ? '\xff' : '\0');
}

std::string pair_key(std::string_view first, std::string_view second) {
    std::string key;
    append_text(key, first);
    key.append(second);
    return key;
}

}  // namespace storh::index
