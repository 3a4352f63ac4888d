// doc/listing.hpp
//
// The ids in a collection, all at once.

#pragma once

#include <storh/detail/completion.hpp>

#include "doc/collection.hpp"

#include <memory>
#include <vector>

namespace storh::doc {

/// Begins doc_store::ids.
void start_ids(std::shared_ptr<collection> state,
               std::shared_ptr<detail::completion<std::vector<uuid_v7>>> done);

}  // namespace storh::doc
