#include "doc/upkeep/repair_operation.hpp"

#include "doc/upkeep/mending_job.hpp"
#include "doc/upkeep/upkeep_run.hpp"
#include "doc/upkeep/verify_operation.hpp"
#include "doc/upkeep/verify_walk.hpp"
#include "io/batch.hpp"
#include "publish/commit/prepare_job.hpp"

#include <algorithm>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

class repair_walk final : public verify_walk {
public:
    using verify_walk::verify_walk;

private:
    io::task<void> mend(io::ring_loop& loop, publish::bucket_piece const& piece,
                        std::vector<finding>& findings) override {
        if (std::ranges::none_of(findings, &repair_plan::is_mendable, &finding::kind)) co_return;
        auto& store = state().store();
        publish::committer& turn = store.committer_of(loop.index());
        sys::error_code refusal = store.check_writable();
        if (!refusal) refusal = co_await turn.begin_changes();
        if (refusal) {
            state().fail(refusal, store.path(), "cannot move the damaged records");
            co_return;
        }
        mending_job job(state(), piece, findings);
        co_await io::run_job(loop, job.op);
        turn.end_changes();
        // The directory's earlier changes, those of writes among them, may be lost with the moves.
        if (job.has_failed_sync()) turn.poison();
    }
};

/// A worker's share: what dead writers have left, everywhere in the collection.
struct sweep_job {
    sweep_job(upkeep_state& of, publish::temp_judge& by) noexcept : state(of), judge(by) {
        op.job = &sweep_job::run;
        op.data = this;
    }

    static int run(io::operation& op) noexcept {
        sweep_job& self = *static_cast<sweep_job*>(op.data);
        auto& store = self.state.store();
        self.swept = publish::sweep(store.path(), store.directory(), self.judge);
        self.sync_error = publish::sync_swept(self.swept);
        return 0;
    }

    upkeep_state& state;
    publish::temp_judge& judge;
    publish::sweep_result swept;
    sys::error_code sync_error;
    io::operation op;
};

io::task<bool> prepare(io::ring_loop& loop, upkeep_state& state) {
    publish::prepare_job job(state.store().files());
    co_await io::run_job(loop, job.op);
    if (job.error) state.fail(job.error, job.info);
    co_return !job.error;
}

io::task<void> sweep(io::ring_loop& loop, upkeep_state& state, publish::temp_judge& judge) {
    bool const has_left_overs =
        state.count(finding_kind::orphaned_temp) > 0 || state.count(finding_kind::stale_marker) > 0;
    if (!has_left_overs || state.is_over()) co_return;
    publish::committer& turn = state.store().committer_of(loop.index());
    sys::error_code const refusal = co_await turn.begin_changes();
    if (refusal) {
        state.fail(refusal, state.store().path(), "cannot remove what dead writers have left");
        co_return;
    }
    sweep_job job(state, judge);
    co_await io::run_job(loop, job.op);
    turn.end_changes();
    if (job.sync_error) turn.poison();
    state.add_swept(job.swept);
    sys::error_code const error = job.swept.error ? job.swept.error : job.sync_error;
    if (error) state.fail(error, state.store().path(), "cannot remove what dead writers have left");
}

io::task<void> repair(io::ring_loop& loop, upkeep_state& state) {
    if (!state.try_start()) co_return;
    // From nothing nothing is made.
    if (state.store().directory() >= 0) {
        bool const is_ready = co_await prepare(loop, state);
        if (!is_ready) co_return;
    }
    publish::collection_scan scan = scan_of(state);
    bool const has_buckets = co_await scan_collection(loop, state, scan);
    if (!has_buckets) co_return;
    repair_walk visitor(state, *scan.temps);
    co_await visitor.run(loop, scan.buckets);
    co_await sweep(loop, state, *scan.temps);
}

repair_report report_of(collection&, repair_report report) {
    return report;
}

}  // namespace

void start_repair(std::shared_ptr<collection> state, upkeep_options options,
                  std::shared_ptr<repair_completion> done) {
    if (auto const error = state->begin_write()) return done->complete_error(error);
    start_upkeep(std::move(state), std::move(options), std::move(done), &repair, &report_of);
}

}  // namespace storh::doc
