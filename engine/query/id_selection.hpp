// query/id_selection.hpp
//
// What a query says of ids alone, so that no record outside of it need be read: a range, or the ids by name.
//
// Guarantees: a record that matches is inside. One that is inside need not match.
//
// Pure. Threads: any.

#pragma once

#include <storh/query.hpp>

#include "query/id_bounds.hpp"

#include <optional>
#include <vector>

namespace storh::queries {

class id_selection {
public:
    explicit id_selection(query const& asked);

    [[nodiscard]] id_bounds const& bounds() const noexcept { return bounds_; }

    /// In order, each once; nothing when the query does not name them.
    [[nodiscard]] std::optional<std::vector<uuid_v7>> const& named() const noexcept {
        return named_;
    }

private:
    id_bounds bounds_;
    std::optional<std::vector<uuid_v7>> named_;
};

}  // namespace storh::queries
