#include "output.hpp"

#include "failure.hpp"

#include <storh/json.hpp>

#include <fmt/core.h>

#include <cerrno>

#include <unistd.h>

namespace storh::tool {

boost::system::error_code write_all(int descriptor, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        ssize_t const written = ::write(descriptor, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return last_system_error();
        }
    }
    return {};
}

std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& byte : line) {
        bool const is_control = static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
        if (is_control) byte = '?';
    }
    return line;
}

void print(std::string_view bytes) {
    boost::system::error_code const error = write_all(STDOUT_FILENO, bytes);
    if (error == boost::system::errc::broken_pipe) throw reader_gone();
    if (error) throw describe(error, error_info(), "standard output");
}

std::string record_line(record const& shown, bool with_tag) {
    if (!with_tag) return shown.to_line() + '\n';
    return fmt::format(R"({{"id":"{}","tag":"{}","data":{}}})", shown.id().to_string(),
                       shown.tag().to_string(), to_json(json::value(shown.data())).value()) +
           '\n';
}

}  // namespace storh::tool
