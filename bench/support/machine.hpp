// bench/support/machine.hpp
//
// What figures depend on besides the program: said above every result.

#pragma once

#include "support/file_system.hpp"

#include <string>
#include <vector>

namespace storh::bench {

/// Processor, processors, memory, kernel and build: a line each.
[[nodiscard]] std::vector<std::string> describe_machine();

/// Why figures from this build or on `where` would mislead; empty if nothing is wrong.
[[nodiscard]] std::vector<std::string> warnings_about(file_system const& where);

}  // namespace storh::bench
