#include "progress.hpp"

#include "numbers.hpp"
#include "output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include <unistd.h>

namespace storh::tool {
namespace {

constexpr std::chrono::milliseconds pause(100);

/// `[######..............]`, from 0 to 1.
std::string bar(double fraction) {
    constexpr std::size_t width = 20;
    auto const full = std::min(width, static_cast<std::size_t>(fraction * width));
    return '[' + std::string(full, '#') + std::string(width - full, '.') + ']';
}

std::string time_left(double seconds) {
    auto const whole = std::llround(seconds);
    return fmt::format("{}:{:02} left", whole / 60, whole % 60);
}

}  // namespace

progress::progress(std::string_view verb, std::optional<std::uint64_t> total, bool is_wanted)
    : verb_(verb), total_(total), is_shown_(is_wanted && ::isatty(STDERR_FILENO) == 1) {}

progress::~progress() {
    clear();
}

void progress::update(std::uint64_t records, std::uint64_t done) {
    if (!is_shown_) return;
    clock::time_point const now = clock::now();
    if (now < next_) return;
    next_ = now + pause;
    is_drawn_ = true;
    // A terminal that is gone is no reason to stop the work.
    (void)write_all(STDERR_FILENO, "\r" + text(records, done) + "\x1b[K");
}

void progress::clear() {
    if (!is_drawn_) return;
    is_drawn_ = false;
    (void)write_all(STDERR_FILENO, "\r\x1b[K");
}

double progress::seconds() const {
    return std::chrono::duration<double>(clock::now() - begin_).count();
}

std::string progress::text(std::uint64_t records, std::uint64_t done) const {
    double const elapsed = seconds();
    std::string line = fmt::format("{} {}, {}/s", verb_, counted(records, "record"),
                                   grouped(rate(records, elapsed)));
    if (!total_ || *total_ == 0 || done == 0) return line;
    double const fraction = std::min(1.0, static_cast<double>(done) / static_cast<double>(*total_));
    return fmt::format("{} {:3.0f} % {}, {}", bar(fraction), fraction * 100, line,
                       time_left(elapsed / fraction - elapsed));
}

}  // namespace storh::tool
