// doc/query_operations.hpp
//
// What is asked of a query besides its records one by one: their number, the first of them, how they were
// found. Each carries it out on the collection's ring and ends early once nobody waits for the outcome.
//
// Threads: start_...() on any.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/query.hpp>
#include <storh/query_plan.hpp>
#include <storh/record.hpp>

#include "doc/collection.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace storh::doc {

using count_completion = detail::completion<std::uint64_t>;
using first_completion = detail::completion<std::optional<record>>;
using explain_completion = detail::completion<query_plan>;

// The queries have been checked.

/// Begins doc_store::count.
void start_count(std::shared_ptr<collection> state, query asked, query_options const& options,
                 std::shared_ptr<count_completion> done);

/// Begins doc_store::first.
void start_first(std::shared_ptr<collection> state, query asked, query_options const& options,
                 std::shared_ptr<first_completion> done);

/// Begins doc_store::explain.
void start_explain(std::shared_ptr<collection> state, query asked, query_options const& options,
                   std::shared_ptr<explain_completion> done);

}  // namespace storh::doc
