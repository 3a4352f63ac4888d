#include "format/json_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace storh {
namespace {

/// The shortest digits of a double: `0.d1 d2 d3... * 10^point`.
struct decimal {
    char digits[17];
    int count = 0;
    int point = 0;
};

decimal shortest_digits(double magnitude) noexcept {
    char text[double_text_bytes_max];  // d.ddde+NN
    char const* const end =
        std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
    decimal result;
    char const* in = text;
    for (; *in != 'e'; ++in) {
        if (*in != '.') {
            result.digits[result.count++] = *in;
        }
    }
    // from_chars knows no plus sign.
    in += in[1] == '+' ? 2 : 1;
    std::from_chars(in, end, result.point);
    ++result.point;
    return result;
}

char* write_exponential(char* out, decimal const& number) noexcept {
    *out++ = number.digits[0];
    *out++ = '.';
    if (number.count == 1) {
        *out++ = '0';
    }
    out = std::copy(number.digits + 1, number.digits + number.count, out);
    int const exponent = number.point - 1;
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return std::to_chars(out, out + 3, std::abs(exponent)).ptr;
}

char* write_below_one(char* out, decimal const& number) noexcept {
    out = std::copy_n("0.", 2, out);
    out = std::fill_n(out, -number.point, '0');
    return std::copy_n(number.digits, number.count, out);
}

char* write_positional(char* out, decimal const& number) noexcept {
    if (number.point <= 0) {
        return write_below_one(out, number);
    }
    int const whole = std::min(number.count, number.point);
    out = std::copy_n(number.digits, whole, out);
    out = std::fill_n(out, number.point - whole, '0');
    *out++ = '.';
    if (whole == number.count) {
        *out++ = '0';
    }
    return std::copy(number.digits + whole, number.digits + number.count, out);
}

}  // namespace

std::optional<double> read_double(std::string_view text, double estimate) noexcept {
    double value = 0;
    std::errc const error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
    if (error == std::errc::result_out_of_range) {
        if (std::abs(estimate) > 1) {
            return std::nullopt;
        }
        return text.front() == '-' ? -0.0 : 0.0;
    }
    return value;
}

char* write_double(char* out, double value) noexcept {
    if (std::signbit(value)) {
        *out++ = '-';
    }
    if (value == 0) {
        return std::copy_n("0.0", 3, out);
    }
    decimal const number = shortest_digits(std::abs(value));
    // The bounds of PHP's layout, as in 0.0001 and 10000000000000000.0.
    bool const positional = number.point >= -3 && number.point <= 17;
    return positional ? write_positional(out, number) : write_exponential(out, number);
}

}  // namespace storh
