// bench/support/process.hpp
//
// Running another program to its end.

#pragma once

#include <string>
#include <vector>

namespace storh::bench {

/// Runs `arguments[0]`, found through PATH, and gives what it wrote to its standard output; its
/// standard error is ours. Throws std::runtime_error when it cannot be started or fails, and
/// interrupted_error when that is because of an interrupt.
std::string run_program(std::vector<std::string> const& arguments);

}  // namespace storh::bench
