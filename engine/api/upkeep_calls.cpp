#include <storh/detail/doc_store_calls.hpp>

#include "api/refuse_empty.hpp"
#include "doc/upkeep/repair_operation.hpp"
#include "doc/upkeep/stats_operation.hpp"
#include "doc/upkeep/verify_operation.hpp"

#include <utility>

namespace storh::detail::calls {

void start_stats::operator()(done_pointer<store_stats> done) && {
    done->report_to(options.info());
    if (refuse_empty(state, *done)) return;
    doc::start_stats(std::move(state), std::move(options), std::move(done));
}

void start_verify::operator()(done_pointer<verify_report> done) && {
    done->report_to(options.info());
    if (refuse_empty(state, *done)) return;
    doc::start_verify(std::move(state), std::move(options), std::move(done));
}

void start_repair::operator()(done_pointer<repair_report> done) && {
    done->report_to(options.info());
    if (refuse_empty(state, *done)) return;
    doc::start_repair(std::move(state), std::move(options), std::move(done));
}

}  // namespace storh::detail::calls
