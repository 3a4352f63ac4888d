// doc/verify_walk.hpp
//
// Verifies the buckets of a collection piece by piece: names by a worker, records by the bucket's
// ring. What is done about a piece's findings is for a derived class to say.
//
// Threads: as bucket_visitor.

#pragma once

#include <storh/upkeep.hpp>

#include "doc/upkeep/check_window.hpp"
#include "doc/upkeep/upkeep_state.hpp"
#include "doc/upkeep/upkeep_walk.hpp"
#include "publish/listing/bucket_piece.hpp"
#include "publish/temp_judge.hpp"

#include <bitset>
#include <memory>
#include <vector>

namespace storh::doc {

class verify_walk : public bucket_visitor {
public:
    /// `state` and `temps` outlive the walk.
    verify_walk(upkeep_state& state, publish::temp_judge& temps);

    /// Verifies `buckets`; completes on `loop`.
    io::task<void> run(io::ring_loop& loop, std::bitset<256> buckets);

    io::task<void> visit(io::ring_loop& loop, std::uint8_t bucket) override;
    [[nodiscard]] bool is_over() const noexcept override { return state_.is_over(); }

protected:
    /// Changes the findings of a piece as it mends what they are about; here it does nothing.
    virtual io::task<void> mend(io::ring_loop& loop, publish::bucket_piece const& piece,
                                std::vector<finding>& findings);

    [[nodiscard]] upkeep_state& state() const noexcept { return state_; }

private:
    io::task<bool> next_piece(io::ring_loop& loop, publish::bucket_piece& piece);
    io::task<void> check(io::ring_loop& loop, publish::bucket_piece& piece);
    io::task<void> check_indexes(io::ring_loop& loop, publish::bucket_piece& piece);

    upkeep_state& state_;
    publish::temp_judge& temps_;
    std::vector<std::unique_ptr<check_window>> windows_;  // by ring
};

}  // namespace storh::doc
