// bench/names.hpp
//
// How durability and backend are written on the command line and in results.

#pragma once

#include <storh/engine_options.hpp>
#include <storh/options.hpp>

#include <array>
#include <string>
#include <string_view>

namespace storh::bench {

inline constexpr std::array backends{backend_kind::automatic, backend_kind::uring,
                                     backend_kind::threads, backend_kind::sync};
inline constexpr std::array durabilities{durability::automatic, durability::record,
                                         durability::group};

[[nodiscard]] std::string_view name_of(durability kind) noexcept;

/// Both throw std::invalid_argument for a name that is none.
[[nodiscard]] durability durability_named(std::string_view name);
[[nodiscard]] backend_kind backend_named(std::string_view name);

}  // namespace storh::bench
