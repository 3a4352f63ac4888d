#include "doc/verify_operation.hpp"

#include "doc/index_verification.hpp"
#include "doc/verify_walk.hpp"
#include "io/batch.hpp"

#include <boost/asio/co_spawn.hpp>

#include <utility>

namespace storh::doc {
namespace {

io::task<void> verify(io::ring_loop& loop, upkeep_state& state) {
    auto& store = state.store();
    publish::collection_scan scan(
        store.directory(), store.path(), [&](finding found) { state.add(std::move(found)); },
        [&] { return state.is_over(); });
    bool const has_buckets = co_await scan_collection(loop, state, scan);
    if (!has_buckets) co_return;
    verify_walk visitor(state, *scan.temps);
    upkeep_walk walk(store.rings(), scan.buckets, verified_side_by_side(store), visitor);
    co_await walk.run(loop);
    if (state.is_over() || !state.indexes().is_active()) co_return;
    index_verification entries(state, nullptr);
    io::batch one(loop);
    one.start_job(entries.op);
    co_await one.finished();
}

io::task<void> run_verify(std::shared_ptr<collection> state, upkeep_options options,
                          std::shared_ptr<verify_completion> done, io::ring_loop& loop) {
    upkeep_outcome result;
    {
        // Gone before the caller has the outcome, and with it the caller's functions.
        upkeep_state shared(*state, std::move(options), *done);
        co_await verify(loop, shared);
        result = shared.take_outcome();
    }
    if (result.error) {
        done->complete_error(result.error, std::move(result.info));
    } else {
        done->complete({}, std::move(result.report));
    }
    state->end();
}

}  // namespace

io::task<bool> scan_collection(io::ring_loop& loop, upkeep_state& state,
                               publish::collection_scan& scan) {
    int const directory = state.store().directory();
    if (auto const error = directory_error(directory)) {
        state.fail(error, state.store().path(), "cannot open the collection");
    }
    if (directory < 0) {
        state.report_buckets(256);
        co_return false;
    }
    io::batch one(loop);
    one.start_job(scan.op);
    co_await one.finished();
    if (scan.error()) state.fail(scan.error(), scan.failed_path(), "cannot list the directory");
    state.report_buckets(256 - scan.buckets.count());
    co_return !state.is_over();
}

void start_verify(std::shared_ptr<collection> state, upkeep_options options,
                  std::shared_ptr<verify_completion> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    auto& store = state->store();
    io::ring_loop& loop = store.rings().loop_of_path(store.path());
    auto const executor = loop.get_executor();
    asio::co_spawn(executor,
                   run_verify(std::move(state), std::move(options), std::move(done), loop),
                   &end_upkeep);
}

}  // namespace storh::doc
