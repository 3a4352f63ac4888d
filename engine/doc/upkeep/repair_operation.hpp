// doc/repair_operation.hpp
//
// Verifying a collection and mending what can be mended.
//
// Guarantees: no record is deleted or overwritten. A file is moved only after it has been found damaged
// twice, the second time while nobody else may write. The order is stepped here: moves, then the
// directories that got a name, then those that lost one.
//
// Threads: start_repair() on any.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/upkeep.hpp>

#include "doc/collection.hpp"

#include <memory>

namespace storh::doc {

using repair_completion = detail::completion<repair_report>;

/// Begins doc_store::repair.
void start_repair(std::shared_ptr<collection> state, upkeep_options options,
                  std::shared_ptr<repair_completion> done);

}  // namespace storh::doc
