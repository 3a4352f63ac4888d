#include "doc/upkeep/stats_operation.hpp"

#include "doc/upkeep/upkeep_run.hpp"
#include "doc/upkeep/upkeep_walk.hpp"
#include "io/batch.hpp"
#include "publish/listing/bucket_count.hpp"

#include <algorithm>
#include <utility>

namespace storh::doc {
namespace {

/// As many buckets as keep the workers busy: a ring has nothing else to do meanwhile.
unsigned counted_side_by_side(publish::bucket_store const& store) noexcept {
    return std::min(32U, store.rings().open_files());
}

class count_walk final : public bucket_visitor {
public:
    explicit count_walk(upkeep_state& state) noexcept : state_(state) {}

    io::task<void> visit(io::ring_loop& loop, std::uint8_t bucket) override {
        publish::bucket_count count(state_.store().directory(), bucket);
        while (co_await next_piece(loop, count)) {
            state_.add_sound(count.records, count.bytes);
            state_.report_records(count.records);
        }
        state_.report_buckets(1);
    }

    [[nodiscard]] bool is_over() const noexcept override { return state_.is_over(); }

private:
    io::task<bool> next_piece(io::ring_loop& loop, publish::bucket_count& count) {
        if (state_.is_over()) co_return false;
        co_await io::run_job(loop, count.op);
        if (count.error()) {
            state_.fail(count.error(), state_.store().path() + "/" + count.path(),
                        "cannot list the directory");
        }
        co_return !count.error() && !count.is_at_end();
    }

    upkeep_state& state_;
};

io::task<void> count(io::ring_loop& loop, upkeep_state& state) {
    auto& store = state.store();
    int const directory = store.directory();
    if (auto const error = directory_error(directory)) {
        state.fail(error, store.path(), "cannot open the collection");
    }
    if (directory < 0) state.report_buckets(256);
    if (directory < 0) co_return;
    count_walk visitor(state);
    upkeep_walk walk(store.rings(), std::bitset<256>().set(), counted_side_by_side(store), visitor);
    co_await walk.run(loop);
}

store_stats stats_of(collection& state, repair_report counted) {
    publish::bucket_store& store = state.store();
    store_stats stats;
    stats.records = counted.records;
    stats.bytes = counted.bytes;
    stats.generations = store.generations();
    stats.barriers = store.barriers();
    stats.listings = store.listings().read.load();
    return stats;
}

}  // namespace

void start_stats(std::shared_ptr<collection> state, upkeep_options options,
                 std::shared_ptr<stats_completion> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    start_upkeep(std::move(state), std::move(options), std::move(done), &count, &stats_of);
}

}  // namespace storh::doc
