// bench/registry.hpp
//
// Every workload there is, by name.

#pragma once

#include "workload.hpp"

#include <span>
#include <string_view>

namespace storh::bench {

[[nodiscard]] std::span<workload const* const> all_workloads() noexcept;

/// Null when there is none of this name.
[[nodiscard]] workload const* find_workload(std::string_view name) noexcept;

}  // namespace storh::bench
