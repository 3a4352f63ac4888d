// doc/export_operation.hpp
//
// A collection as a file of lines: records out of a stream, in the order of their ids, into a file
// that appears as a whole (publish/replaced_file.hpp).
//
// Threads: starts on any; then the ring of the path.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/jsonl.hpp>

#include "doc/collection.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace storh::doc {

using export_completion = detail::completion<std::uint64_t>;

/// Begins doc_store::export_jsonl.
void start_export(std::shared_ptr<collection> state, std::string path, export_options options,
                  std::shared_ptr<export_completion> done);

}  // namespace storh::doc
