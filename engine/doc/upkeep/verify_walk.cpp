#include "doc/upkeep/verify_walk.hpp"

#include "doc/upkeep/index_verification.hpp"
#include "io/batch.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace storh::doc {
namespace {

/// How many buckets one ring verifies at once, each of which keeps a directory open. One alone would
/// leave the ring without work between two pieces.
unsigned verified_side_by_side(publish::bucket_store const& store) noexcept {
    return std::min(8U, store.rings().open_files());
}

}  // namespace

verify_walk::verify_walk(upkeep_state& state, publish::temp_judge& temps)
    : state_(state), temps_(temps) {
    auto& rings = state_.store().rings();
    std::size_t const most = std::max(1U, state_.options().in_flight() / rings.size());
    for (unsigned index = 0; index < rings.size(); ++index) {
        windows_.push_back(std::make_unique<check_window>(rings.loop(index), most, state_));
    }
}

io::task<void> verify_walk::run(io::ring_loop& loop, std::bitset<256> buckets) {
    auto& store = state_.store();
    upkeep_walk walk(store.rings(), buckets, verified_side_by_side(store), *this);
    co_await walk.run(loop);
}

io::task<void> verify_walk::visit(io::ring_loop& loop, std::uint8_t bucket) {
    auto& store = state_.store();
    publish::bucket_piece piece(store.directory(), store.path(), bucket, temps_);
    while (co_await next_piece(loop, piece)) co_await check(loop, piece);
    state_.report_buckets(1);
}

/// False when there is none, or none is wanted any more.
io::task<bool> verify_walk::next_piece(io::ring_loop& loop, publish::bucket_piece& piece) {
    if (state_.is_over()) co_return false;
    co_await io::run_job(loop, piece.op);
    if (piece.error()) state_.fail(piece.error(), piece.path(), "cannot list the directory");
    co_return !piece.error() && !piece.is_at_end();
}

io::task<void> verify_walk::check(io::ring_loop& loop, publish::bucket_piece& piece) {
    piece_check work(piece);
    co_await windows_[loop.index()]->run(work);
    std::vector<finding>& findings = work.findings;
    std::ranges::move(piece.findings, std::back_inserter(findings));
    if (!findings.empty() && !state_.is_over()) co_await mend(loop, piece, findings);
    for (finding& found : findings) state_.add(std::move(found));
    state_.add_sound(work.records, work.bytes);
    co_await check_indexes(loop, piece);
    state_.report_records(piece.ids.size());
}

io::task<void> verify_walk::check_indexes(io::ring_loop& loop, publish::bucket_piece& piece) {
    if (state_.is_over() || !state_.indexes().is_active()) co_return;
    index_verification work(state_, &piece.ids);
    co_await io::run_job(loop, work.op);
}

io::task<void> verify_walk::mend(io::ring_loop& /*loop*/, publish::bucket_piece const& /*piece*/,
                                 std::vector<finding>& /*findings*/) {
    co_return;
}

}  // namespace storh::doc
