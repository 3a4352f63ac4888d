// doc/planned_query.hpp
//
// How a query is carried out: which ids are proposed, where they are sorted, and what is said of it.
//
// Without indexes that is: the ids that the query names, or all of the collection within its bounds; each
// record read and looked at; for another order than that of the ids all that match sorted, and read again.
//
// An index would be one more candidate_source here, instead of listed_ids in id order or of sorted_ids in
// that of a field, and a step in explain().
//
// Threads: one at a time; the stream has its own rules.

#pragma once

#include <storh/query.hpp>
#include <storh/query_plan.hpp>

#include "doc/collection.hpp"
#include "doc/stream/stream_state.hpp"
#include "doc/stream/walk.hpp"
#include "query/id_selection.hpp"

#include <cstddef>
#include <memory>

namespace storh::doc {

class planned_query {
public:
    /// `asked` has been checked.
    planned_query(std::shared_ptr<collection> state, query asked, query_options const& options);

    /// The records, in order. The same stream each time.
    [[nodiscard]] std::shared_ptr<stream_state> const& stream() const noexcept { return stream_; }

    /// The steps, with the rows of each so far.
    [[nodiscard]] query_plan explain() const;

private:
    [[nodiscard]] walk in_id_order() const;
    [[nodiscard]] walk in_field_order();
    [[nodiscard]] bool is_id_order() const noexcept;
    [[nodiscard]] bool is_descending() const noexcept;
    [[nodiscard]] plan_step ids_step() const;
    [[nodiscard]] plan_step match_step() const;
    void add_sort_steps(std::vector<plan_step>& to) const;

    std::shared_ptr<collection> state_;
    query query_;
    queries::id_selection ids_;
    record_filter filter_;
    error_policy on_error_;
    std::size_t sort_bytes_max_;
    std::shared_ptr<skip_log> skips_ = std::make_shared<skip_log>();
    std::shared_ptr<walk_counts> matching_ =
        std::make_shared<walk_counts>();  // of the first reading
    std::shared_ptr<walk_counts> given_;  // of what the stream does; the same without a sort
    std::shared_ptr<stream_state> stream_;
};

}  // namespace storh::doc
