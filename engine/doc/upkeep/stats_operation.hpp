// doc/stats_operation.hpp
//
// Counting the records of a collection by listing its buckets, piece by piece on the workers.
//
// Threads: start_stats() on any.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/store_stats.hpp>
#include <storh/upkeep.hpp>

#include "doc/collection.hpp"

#include <memory>

namespace storh::doc {

using stats_completion = detail::completion<store_stats>;

/// Begins doc_store::stats.
void start_stats(std::shared_ptr<collection> state, upkeep_options options,
                 std::shared_ptr<stats_completion> done);

}  // namespace storh::doc
