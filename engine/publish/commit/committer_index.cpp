// What a commit does about indexes: it tells them of its writes before the first rename, under the
// collection's lock, so that nobody else's write of the same record comes between.

#include "publish/commit/committer.hpp"

#include <utility>

namespace storh::publish {

io::task<bool> committer::enter_changes(generation& current) {
    if (current.has_turn) co_return true;
    boost::system::error_code const error = co_await begin_changes();
    current.has_turn = !error;
    if (!error) co_return true;
    for (generation_entry& entry : current) {
        if (entry.is_live()) entry.request->error = error;
    }
    co_return false;
}

void committer::leave_changes(generation& current) {
    if (std::exchange(current.has_turn, false)) end_changes();
}

/// Begins to tell the index; true when end_index() has to follow.
io::task<bool> committer::begin_index(generation& current, index_commit& commit) {
    index_commits* const index = context_.index;
    if (index == nullptr || current.is_indexed || !current.has_live()) co_return false;
    if (!index->is_active()) co_return false;
    bool const has_entered = co_await enter_changes(current);
    if (!has_entered) co_return false;
    for (generation_entry& entry : current) {
        if (entry.is_live()) commit.add(*entry.request);
    }
    index->start(commit);
    co_return true;
}

io::task<void> committer::end_index(generation& current, index_commit& commit) {
    co_await commit.finished();
    current.is_indexed = true;
    for (index_item& item : commit.items()) {
        write_request& request = *item.request;
        request.index_ticket = commit.error() ? 0 : item.ticket;
        // What has failed in the meantime keeps its own error.
        if (request.error) continue;
        request.error = commit.error() ? commit.error() : item.error;
        if (item.info) request.info = std::move(item.info);
    }
}

void committer::finish(generation& current, boost::system::error_code error) {
    for (generation_entry& entry : current) {
        write_request& request = *entry.request;
        std::uint64_t const ticket = std::exchange(request.index_ticket, 0);
        bool const is_unknown = entry.is_settled && (error || request.error);
        if (ticket == 0 || is_unknown) continue;
        context_.index->settle(index_outcome(request.id, ticket, entry.is_settled));
    }
    current.finish(error);
}

}  // namespace storh::publish
