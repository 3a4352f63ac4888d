// doc/candidate_source.hpp
//
// Where a walk gets the ids of the records that it looks at: from listing the buckets, from a query that
// names them, from a sort; from an index.
//
// It proposes, in the order in which the records are to be given. Each record is read and looked at
// afterwards, so that a source may propose too much or what has gone; too little it must not.
//
// Threads: one call at a time, which the walk's mutex and the end of refill() see to, except stop().

#pragma once

#include <storh/error.hpp>
#include <storh/uuid_v7.hpp>

#include "io/ring_loop.hpp"

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <optional>

namespace storh::doc {

class candidate_source {
public:
    candidate_source() = default;
    candidate_source(candidate_source const&) = delete;
    candidate_source& operator=(candidate_source const&) = delete;
    virtual ~candidate_source() = default;

    /// Gets more ids, when none is at hand and it is not exhausted; as many as it finds good. On `loop`, the
    /// collection's ring, or whatever it goes to from there. After a failure, which `info` may describe, it
    /// may be called again, and fails again if there is no way on.
    [[nodiscard]] virtual io::task<boost::system::error_code> refill(io::ring_loop& loop,
                                                                     error_info& info) = 0;

    /// The next id at hand, or nothing.
    [[nodiscard]] virtual std::optional<uuid_v7> next() = 0;
    [[nodiscard]] virtual std::size_t at_hand() const noexcept = 0;

    /// Whether nothing is at hand and refill() would bring nothing more.
    [[nodiscard]] virtual bool is_exhausted() const noexcept = 0;

    /// Nobody wants more: a refill() under way, on another thread, is to end soon.
    virtual void stop() noexcept {}
};

}  // namespace storh::doc
