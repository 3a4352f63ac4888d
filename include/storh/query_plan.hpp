// storh/query_plan.hpp
//
// How a query was carried out: what doc_store::explain gives.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh {

/// What a step does with the rows of the one before it. More may be added.
enum class plan_action : std::uint8_t {
    take_ids,  ///< takes the ids that the query names
    scan_ids,  ///< lists the ids of the collection, within bounds
    filter,    ///< reads each record and keeps those for which the conditions hold
    sort,      ///< sorts all by a field
    top,       ///< keeps those that come first by a field, as many as the limit says
    read,      ///< reads each record (again, after sorting)
    limit,     ///< ends after so many
};

/// "take_ids" and so on: the enumerator's name.
[[nodiscard]] std::string_view to_string(plan_action action) noexcept;

/// One step.
struct plan_step {
    plan_step(plan_action what, std::string about) : action(what), detail(std::move(about)) {}

    plan_action action;
    std::string detail;  ///< for people: bounds, field, direction, count
    std::optional<std::uint64_t>
        estimated_rows;             ///< what it was expected to give; nothing if unknown
    std::uint64_t actual_rows = 0;  ///< what it gave
};

/// The steps, from the first to the last.
class query_plan {
public:
    query_plan() = default;
    explicit query_plan(std::vector<plan_step> steps) : steps_(std::move(steps)) {}

    [[nodiscard]] std::vector<plan_step> const& steps() const noexcept { return steps_; }

    /// One line a step, without a line feed at the end: `scan_ids from ...: 250 rows, expected 250`.
    [[nodiscard]] std::string to_string() const;

    /// `{"steps":[{"action":"scan_ids","detail":"...","estimated_rows":250,"actual_rows":250},...]}`
    [[nodiscard]] std::string to_json() const;

private:
    std::vector<plan_step> steps_;
};

}  // namespace storh
