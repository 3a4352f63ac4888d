// bench/support/resident_memory.hpp
//
// Resident memory of this process, as the kernel counts it.

#pragma once

#include <cstdint>

namespace storh::bench {

/// Both in KiB; throw std::runtime_error where /proc does not tell.
[[nodiscard]] std::uint64_t resident_kib();
[[nodiscard]] std::uint64_t peak_resident_kib();

}  // namespace storh::bench
