// doc/get_many_operation.hpp
//
// Reading many records for one caller: each ring reads its share through a window and parses what
// it read, all rings side by side.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/options.hpp>
#include <storh/record.hpp>

#include "doc/collection.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace storh::doc {

using get_many_completion = detail::completion<std::vector<std::optional<record>>>;

/// Begins doc_store::get_many.
void start_get_many(std::shared_ptr<collection> state, std::vector<uuid_v7> ids,
                    get_options options, std::shared_ptr<get_many_completion> done);

}  // namespace storh::doc
