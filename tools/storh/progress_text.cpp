#include "progress_text.hpp"

#include "numbers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace storh::tool {
namespace {

/// The characters between the brackets; below the least, a bar tells nothing.
constexpr std::size_t bar_max = 40;
constexpr std::size_t bar_min = 8;

std::string bar(double fraction, std::size_t width) {
    auto const full =
        std::min(width, static_cast<std::size_t>(fraction * static_cast<double>(width)));
    return '[' + std::string(full, '#') + std::string(width - full, '.') + "] ";
}

std::string time_left(double seconds) {
    auto const whole = std::llround(seconds);
    if (whole < 3600) return fmt::format("{}:{:02} left", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02} left", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string counts(std::string_view verb, progress_state const& state) {
    return fmt::format("{} {}, {}/s", verb, counted(state.records, "record"),
                       grouped(rate(state.records, state.seconds)));
}

}  // namespace

std::string progress_text(std::string_view verb, progress_state const& state, std::size_t width) {
    std::string line = counts(verb, state);
    if (state.total > 0 && state.done > 0) {
        double const fraction =
            std::min(1.0, static_cast<double>(state.done) / static_cast<double>(state.total));
        line = fmt::format("{:3.0f} % {}, {}", fraction * 100, line,
                           time_left(state.seconds / fraction - state.seconds));
        constexpr std::size_t around_bar = 3;
        if (width >= line.size() + around_bar + bar_min) {
            line.insert(0, bar(fraction, std::min(bar_max, width - line.size() - around_bar)));
        }
    }
    if (line.size() > width) line.resize(width);
    return line;
}

}  // namespace storh::tool
