// doc/index_operation.hpp
//
// Listing, building and dropping the indexes of a collection.
//
// An index is defined while no generation of the store is between its index transaction and its
// renames: every ring's turn is taken, then the collection's lock, all of them for one transaction.
// Then all records are read as a stream reads them, a piece at a time, and entered by a worker.
//
// Threads: the functions on any.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/index.hpp>

#include "doc/collection.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace storh::doc {

using index_list_completion = detail::completion<std::vector<index_status>>;
using index_build_completion = detail::completion<std::uint64_t>;
using index_drop_completion = detail::completion<bool>;

/// Begins index_set::list.
void start_list_indexes(std::shared_ptr<collection> state,
                        std::shared_ptr<index_list_completion> done);

/// Begins index_set::add, for each of `wanted`; without any, doc_store::reindex.
void start_build_indexes(std::shared_ptr<collection> state, std::vector<index_definition> wanted,
                         index_options options, std::shared_ptr<index_build_completion> done);

/// Begins index_set::drop.
void start_drop_index(std::shared_ptr<collection> state, index_definition unwanted,
                      std::shared_ptr<index_drop_completion> done);

}  // namespace storh::doc
