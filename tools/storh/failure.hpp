// tools/storh/failure.hpp
//
// What went wrong, in the one line that a person gets to see: `storh: <path>: <what> (<hint>)`.
//
// Guarantees: the line is one line, whatever bytes a path or a message contains.
//
// Threads: values; printing may be done from any thread.

#pragma once

#include <storh/error.hpp>

#include <boost/system/error_code.hpp>

#include <exception>
#include <string>
#include <string_view>

namespace storh::tool {

/// What the program returns; scripts depend on the numbers.
namespace exit_code {
inline constexpr int fine = 0;
inline constexpr int error = 1;
inline constexpr int usage = 2;
inline constexpr int damage = 3;
inline constexpr int not_found = 4;
inline constexpr int signal_base = 128;
}  // namespace exit_code

/// Ends the command with a line on standard error and an exit code.
class failure : public std::exception {
public:
    failure(int code, std::string_view path, std::string_view what, std::string_view hint = {});

    [[nodiscard]] char const* what() const noexcept override { return text_.c_str(); }
    [[nodiscard]] int code() const noexcept { return code_; }

    /// One more thing to say in the parentheses.
    void add_hint(std::string_view hint);

private:
    std::string text_;
    int code_;
    bool has_hint_ = false;
};

/// Describes an error of the library or the system. `path` is named unless `info` has a better one.
[[nodiscard]] failure describe(boost::system::error_code error, error_info const& info,
                               std::string_view path);

/// The error that a system call has just left in errno.
[[nodiscard]] boost::system::error_code last_system_error() noexcept;

/// Describes what a system call has just left in errno.
[[nodiscard]] failure describe_errno(std::string_view path);

/// Writes `storh: <text>` as one line to standard error.
void print_error(std::string_view text) noexcept;

}  // namespace storh::tool
