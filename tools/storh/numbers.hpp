// tools/storh/numbers.hpp
//
// Numbers as people read them.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace storh::tool {

/// `1234567` as `1,234,567`.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// `1 record`, `1,234 records`.
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

/// How many happened a second, rounded down; 0 before any time has passed.
[[nodiscard]] std::uint64_t rate(std::uint64_t count, double seconds) noexcept;

}  // namespace storh::tool
