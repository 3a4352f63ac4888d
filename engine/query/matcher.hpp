// query/matcher.hpp
//
// Whether a record is one that a query asks for: its groups of conditions and its cursor.
//
// What a scan finds with this is the truth; whatever proposes records otherwise, an index for one, has each
// of them looked at here.
//
// Not here: order and limit.
//
// Pure. Threads: any, once made.

#pragma once

#include <storh/query.hpp>
#include <storh/record.hpp>

#include "query/value_set.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace storh::queries {

/// The field that means the id of the record.
inline constexpr char id_field[] = "id";

class matcher {
public:
    explicit matcher(query asked);
    matcher(matcher const&) = delete;
    matcher& operator=(matcher const&) = delete;

    [[nodiscard]] bool matches(record const& candidate) const;

    /// Whether every record behind the cursor matches.
    [[nodiscard]] bool is_trivial() const noexcept;

private:
    /// A condition, made ready.
    struct test {
        explicit test(condition const& what);
        condition const& asked;
        std::optional<value_set> set;
        std::vector<std::vector<test>> groups;
    };
    class view;

    static std::vector<std::vector<test>> prepare(std::vector<condition_group> const& groups);
    static bool holds(std::vector<std::vector<test>> const& groups, view& of);
    static bool holds(test const& one, view& of);

    query query_;
    std::vector<std::vector<test>> groups_;  // refer to query_
};

}  // namespace storh::queries
