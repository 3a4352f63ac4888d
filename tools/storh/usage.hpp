// tools/storh/usage.hpp
//
// What to say about a command line that cannot be understood.

#pragma once

#include "failure.hpp"

#include <CLI/App.hpp>

namespace storh::tool {

/// Turns CLI11's complaint into ours: exit code 2, the word that was probably meant, where to read
/// more.
[[nodiscard]] failure describe_usage(CLI::App const& program, CLI::ParseError const& complaint,
                                     std::string_view first_argument);

}  // namespace storh::tool
