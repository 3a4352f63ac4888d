// doc/listing.hpp
//
// What is in a collection, by listing its buckets on the workers, all side by side.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/store_stats.hpp>

#include "doc/collection.hpp"

#include <memory>
#include <vector>

namespace storh::doc {

/// Begins doc_store::ids.
void start_ids(std::shared_ptr<collection> state,
               std::shared_ptr<detail::completion<std::vector<uuid_v7>>> done);

/// Begins doc_store::stats.
void start_stats(std::shared_ptr<collection> state,
                 std::shared_ptr<detail::completion<store_stats>> done);

}  // namespace storh::doc
