#include <storh/detail/doc_store_calls.hpp>

#include "api/refuse_empty.hpp"
#include "doc/upkeep/index_operation.hpp"

namespace storh::detail::calls {

void start_list_indexes::operator()(done_pointer<std::vector<index_status>> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_list_indexes(std::move(state), std::move(done));
}

void start_build_indexes::operator()(done_pointer<std::uint64_t> done) && {
    done->report_to(options.info());
    if (refuse_empty(state, *done)) return;
    doc::start_build_indexes(std::move(state), std::move(wanted), std::move(options),
                             std::move(done));
}

void start_drop_index::operator()(done_pointer<bool> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_drop_index(std::move(state), std::move(unwanted), std::move(done));
}

}  // namespace storh::detail::calls
