#include "standard_input.hpp"

#include "failure.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <memory>

#include <unistd.h>

namespace storh::tool {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{256} * 1024;

std::size_t read_some(char* into) {
    for (;;) {
        ssize_t const count = ::read(STDIN_FILENO, into, buffer_bytes);
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) throw describe_errno(standard_input);
    }
}

}  // namespace

std::string read_standard_input(std::size_t bytes_max) {
    auto const buffer = std::make_unique<char[]>(buffer_bytes);
    std::string text;
    while (std::size_t const count = read_some(buffer.get())) {
        text.append(buffer.get(), count);
        if (text.size() > bytes_max) {
            throw failure(
                exit_code::error, standard_input,
                fmt::format("longer than the {} bytes that a record may have", bytes_max));
        }
    }
    return text;
}

}  // namespace storh::tool
