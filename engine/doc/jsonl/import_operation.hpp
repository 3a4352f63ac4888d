// doc/import_operation.hpp
//
// A file of lines into a collection: read in pieces by workers, split, and fed to an insertion,
// whose window holds the reading back.
//
// Guarantees: whatever ends it, what was taken is durable when it ends.
//
// Threads: starts on any; then the ring of the path.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/jsonl.hpp>

#include "doc/collection.hpp"

#include <memory>
#include <string>

namespace storh::doc {

using import_completion = detail::completion<import_report>;

/// Begins doc_store::import_jsonl.
void start_import(std::shared_ptr<collection> state, std::string path, import_options options,
                  std::shared_ptr<import_completion> done);

}  // namespace storh::doc
