// doc/patch_operation.hpp
//
// Read, merge, write if nobody came in between; again, if somebody did.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/options.hpp>
#include <storh/record.hpp>

#include "doc/collection.hpp"

#include <memory>
#include <optional>

namespace storh::doc {

using patch_completion = detail::completion<std::optional<record>>;

/// Begins doc_store::patch.
void start_patch(std::shared_ptr<collection> state, uuid_v7 const& id, json::object merge_patch,
                 patch_options options, std::shared_ptr<patch_completion> done);

}  // namespace storh::doc
