// bench/support/walk_digest.hpp
//
// What a walk over a collection has given, as one number: every id in its order and every string of
// every document. It shows that the right records came in the right order, and that nothing of them
// could be left unmade.
//
// Pure. Threads: one.

#pragma once

#include "support/sample_data.hpp"

#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>

#include <cstdint>
#include <string_view>

namespace storh::bench {

class walk_digest {
public:
    /// Throws std::runtime_error for an id that is not greater than the one before.
    void add(uuid_v7 const& id, json::object const& document);

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

    friend bool operator==(walk_digest const&, walk_digest const&) = default;

private:
    void mix(std::uint64_t word) noexcept;
    void mix(std::string_view text) noexcept;

    uuid_v7 last_;
    std::uint64_t count_ = 0;
    std::uint64_t hash_ = 0;
};

/// What a walk over all of `data` has to give.
[[nodiscard]] walk_digest digest_of(sample_data const& data);

}  // namespace storh::bench
