// tests/support/ids.hpp
//
// Ids that a test can choose: by bucket and number.

#pragma once

#include <storh/uuid_v7.hpp>

#include <array>
#include <cstdio>

namespace storh::test {

/// The id number `number` of `bucket`.
inline uuid_v7 id_in_bucket(unsigned bucket, unsigned number = 0) {
    std::array<char, uuid_v7::text_bytes + 1> text{};
    (void)std::snprintf(text.data(), text.size(), "018bcfe5-6800-7000-8000-%02x%010x",
                        bucket & 0xffU, number);
    return uuid_v7::parse(text.data()).value();
}

}  // namespace storh::test
