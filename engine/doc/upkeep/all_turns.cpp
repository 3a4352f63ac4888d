#include "doc/upkeep/all_turns.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>

namespace storh::doc {
namespace {

io::task<void> take_turn(publish::committer* turn) {
    co_await turn->begin_turn();
}

io::task<void> give_turn(publish::committer* turn) {
    turn->end_turn();
    co_return;
}

}  // namespace

// Always from the first ring to the last, and the lock after them: whoever waits for one of these holds
// none of those that come later.
io::task<boost::system::error_code> all_turns::enter(io::ring_loop& loop) {
    auto& rings = store_.rings();
    for (unsigned index = 0; index < rings.size(); ++index) {
        auto const executor = rings.loop(index).get_executor();
        co_await io::asio::co_spawn(executor, take_turn(&store_.committer_of(index)),
                                    io::asio::deferred);
    }
    io::outcome const admitted = co_await store_.files().lock().enter(loop);
    if (admitted.error) co_await leave_turns();
    co_return admitted.error;
}

io::task<void> all_turns::leave(io::ring_loop& loop) {
    store_.files().lock().leave(loop);
    co_await leave_turns();
}

io::task<void> all_turns::leave_turns() {
    auto& rings = store_.rings();
    for (unsigned index = 0; index < rings.size(); ++index) {
        auto const executor = rings.loop(index).get_executor();
        co_await io::asio::co_spawn(executor, give_turn(&store_.committer_of(index)),
                                    io::asio::deferred);
    }
}

}  // namespace storh::doc
