// doc/put_many_operation.hpp
//
// Many writes for one caller, a window of them at a time: rows are encoded when their turn comes, so
// that memory does not hold every row twice.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/put_row.hpp>

#include "doc/collection.hpp"

#include <memory>
#include <vector>

namespace storh::doc {

using put_many_completion = detail::completion<std::vector<put_result>>;

/// Begins doc_store::put_many.
void start_put_many(std::shared_ptr<collection> state, std::vector<put_row> rows,
                    std::shared_ptr<put_many_completion> done);

}  // namespace storh::doc
