#include "doc/upkeep/verify_operation.hpp"

#include "doc/upkeep/index_verification.hpp"
#include "doc/upkeep/upkeep_run.hpp"
#include "doc/upkeep/verify_walk.hpp"
#include "io/batch.hpp"

#include <utility>

namespace storh::doc {
namespace {

io::task<void> verify(io::ring_loop& loop, upkeep_state& state) {
    publish::collection_scan scan = scan_of(state);
    bool const has_buckets = co_await scan_collection(loop, state, scan);
    if (!has_buckets) co_return;
    verify_walk visitor(state, *scan.temps);
    co_await visitor.run(loop, scan.buckets);
    if (state.is_over() || !state.indexes().is_active()) co_return;
    index_verification entries(state, nullptr);
    co_await io::run_job(loop, entries.op);
}

verify_report report_of(collection&, repair_report report) {
    return report;
}

}  // namespace

publish::collection_scan scan_of(upkeep_state& state) {
    auto& store = state.store();
    return publish::collection_scan(
        store.directory(), store.path(), [&state](finding found) { state.add(std::move(found)); },
        [&state] { return state.is_over(); });
}

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
    co_await io::run_job(loop, scan.op);
    if (scan.error()) state.fail(scan.error(), scan.failed_path(), "cannot list the directory");
    state.report_buckets(256 - scan.buckets.count());
    co_return !state.is_over();
}

void start_verify(std::shared_ptr<collection> state, upkeep_options options,
                  std::shared_ptr<verify_completion> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    start_upkeep(std::move(state), std::move(options), std::move(done), &verify, &report_of);
}

}  // namespace storh::doc
