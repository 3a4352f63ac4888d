// doc/verify_operation.hpp
//
// Looking at every file of a collection.
//
// Threads: start_verify() on any; the rest on the collection's ring.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/upkeep.hpp>

#include "doc/collection.hpp"
#include "doc/upkeep/upkeep_state.hpp"
#include "publish/listing/collection_scan.hpp"

#include <memory>

namespace storh::doc {

using verify_completion = detail::completion<verify_report>;

/// Begins doc_store::verify.
void start_verify(std::shared_ptr<collection> state, upkeep_options options,
                  std::shared_ptr<verify_completion> done);

/// What scan_collection() does; its findings go to `state`, which outlives it.
[[nodiscard]] publish::collection_scan scan_of(upkeep_state& state);

/// The part of a walk before the buckets: opens the collection and looks at what is beside them. False
/// when there is nothing to walk through, because the collection does not exist or something failed.
[[nodiscard]] io::task<bool> scan_collection(io::ring_loop& loop, upkeep_state& state,
                                             publish::collection_scan& scan);

}  // namespace storh::doc
