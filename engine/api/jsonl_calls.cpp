#include <storh/detail/doc_store_calls.hpp>

#include "api/refuse_empty.hpp"
#include "doc/jsonl/export_operation.hpp"
#include "doc/jsonl/import_operation.hpp"

namespace storh::detail::calls {

void start_export::operator()(done_pointer<std::uint64_t> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_export(std::move(state), std::move(path), std::move(options), std::move(done));
}

void start_import::operator()(done_pointer<import_report> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_import(std::move(state), std::move(path), std::move(options), std::move(done));
}

}  // namespace storh::detail::calls
