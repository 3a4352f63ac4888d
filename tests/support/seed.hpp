// tests/support/seed.hpp
//
// The seed of a random test: from the environment variable STORH_TEST_SEED, else a new one. It is
// printed either way, so that a failure can be repeated.

#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace storh::test {

/// Prints and returns the seed for the test called `name`.
inline std::uint64_t random_seed(char const* name) {
    char const* const given = std::getenv("STORH_TEST_SEED");
    std::uint64_t const seed = given != nullptr ? std::stoull(given) : std::random_device()();
    std::cout << name << ": STORH_TEST_SEED=" << seed << '\n';
    return seed;
}

}  // namespace storh::test
