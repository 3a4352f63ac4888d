// tests/integration/support/acknowledged.hpp
//
// A child that writes records without end and reports each id when it is acknowledged; and the
// proof that all of those are there.

#pragma once

#include <storh/doc_store.hpp>

#include "integration/support/child.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

namespace storh::test {

/// The bytes that are reported for one acknowledgement: the id, and when it came.
inline constexpr std::size_t acknowledgement_bytes = 24;

/// Writes records into the collection `pages` below `root` and reports each one that is
/// acknowledged. Returns 0 at the first write that fails.
int write_burst(std::filesystem::path const& root, durability kind, int to);

/// How many of the records that were acknowledged before `until` are not there, or not whole.
std::size_t count_missing(
    doc_store& store, std::string const& acknowledged,
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

}  // namespace storh::test
