// engine/base/xxh128.hpp
//
// XXH3-128, the hash that record tags and long index keys are made of.
//
// Guarantees: seed 0, no secret, canonical byte order: the same digits as storh for PHP prints.
//
// Not here: the 32-bit hash of log lines.
//
// Threads: free function without state.

#pragma once

#include <storh/record_tag.hpp>

#include <string_view>

namespace storh {

/// The hash of `bytes`.
[[nodiscard]] record_tag hash_bytes(std::string_view bytes) noexcept;

}  // namespace storh
