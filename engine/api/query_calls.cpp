#include <storh/detail/query_calls.hpp>

#include "api/refuse_empty.hpp"
#include "doc/query/planned_query.hpp"
#include "doc/query/query_operations.hpp"

#include <memory>
#include <utility>

namespace storh::detail::calls {
namespace {

/// Completes what cannot be begun.
template <class Completion>
bool refuse(start_of_query const& call, Completion& done) {
    done.report_to(call.options.info());
    if (refuse_empty(call.state, done)) return true;
    auto info = std::make_unique<error_info>();
    boost::system::error_code const error = call.asked.check(info.get());
    if (error) done.complete_error(error, std::move(info));
    return error.failed();
}

}  // namespace

void start_query::operator()(done_pointer<record_stream> done) && {
    if (refuse(*this, *done)) return;
    if (auto const error = state->begin()) return done->complete_error(error);
    auto const open = state;
    doc::planned_query const plan(std::move(state), std::move(asked), options);
    done->complete({}, record_stream(plan.stream()));
    open->end();
}

void start_count::operator()(done_pointer<std::uint64_t> done) && {
    if (refuse(*this, *done)) return;
    doc::start_count(std::move(state), std::move(asked), options, std::move(done));
}

void start_first::operator()(done_pointer<std::optional<record>> done) && {
    if (refuse(*this, *done)) return;
    doc::start_first(std::move(state), std::move(asked), options, std::move(done));
}

void start_explain::operator()(done_pointer<query_plan> done) && {
    if (refuse(*this, *done)) return;
    doc::start_explain(std::move(state), std::move(asked), options, std::move(done));
}

}  // namespace storh::detail::calls
