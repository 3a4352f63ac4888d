// query/id_bounds.hpp
//
// The range of ids that a query can match, cut out of sorted lists before anything is read.
//
// Pure. Threads: any.

#pragma once

#include <storh/record_query.hpp>
#include <storh/uuid_v7.hpp>

#include <span>
#include <string>

namespace storh::queries {

/// From `first` to `last`, both included; empty when nothing can match.
class id_bounds {
public:
    /// All ids.
    id_bounds() = default;
    explicit id_bounds(record_query const& query);

    /// The part of `sorted` inside the bounds.
    [[nodiscard]] std::span<uuid_v7 const> cut(std::span<uuid_v7 const> sorted) const;

    [[nodiscard]] bool is_empty() const noexcept { return is_empty_; }

    /// Only ids behind or before `bound`, or that one as well.
    void raise(uuid_v7 const& bound, bool is_inside) noexcept;
    void lower(uuid_v7 const& bound, bool is_inside) noexcept;

    /// Whatever lies between is inside as well.
    void unite(id_bounds const& other) noexcept;

    /// `from <id>, to before <id>`, for people; empty for all ids.
    [[nodiscard]] std::string to_string() const;

private:
    uuid_v7 first_;
    uuid_v7 last_;
    bool has_last_ = false;
    bool includes_first_ = true;
    bool includes_last_ = true;
    bool is_empty_ = false;
};

}  // namespace storh::queries
