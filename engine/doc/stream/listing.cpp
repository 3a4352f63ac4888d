#include "doc/stream/listing.hpp"

#include "doc/stream/stream_listing.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <utility>

namespace storh::doc {
namespace {

using ids_completion = detail::completion<std::vector<uuid_v7>>;

io::task<void> run_ids(std::shared_ptr<collection> state, std::shared_ptr<ids_completion> done) {
    if (done->try_start()) {
        auto& store = state->store();
        std::vector<publish::id_list> lists;
        auto const error = co_await list_all(store.rings().loop(0), store, lists);
        std::vector<uuid_v7> ids;
        for (auto const& list : lists) ids.insert(ids.end(), list->begin(), list->end());
        std::ranges::sort(ids);
        if (error) {
            done->complete_error(error);
        } else {
            done->complete({}, std::move(ids));
        }
    }
    state->end();
}

}  // namespace

void start_ids(std::shared_ptr<collection> state, std::shared_ptr<ids_completion> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    auto const executor = state->store().rings().loop(0).get_executor();
    asio::co_spawn(executor, run_ids(std::move(state), std::move(done)), asio::detached);
}

}  // namespace storh::doc
