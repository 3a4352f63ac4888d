// doc/mending_job.hpp
//
// A worker's share of a repair: looks at each damaged file of a piece once more, moves those that are
// still damaged, and makes the moves durable.
//
// Threads: start on a ring's thread; runs on a worker. The caller has the right to change the files of
// the bucket (committer::begin_changes).

#pragma once

#include <storh/upkeep.hpp>

#include "doc/upkeep/repair_plan.hpp"
#include "doc/upkeep/upkeep_state.hpp"
#include "io/operation.hpp"
#include "publish/file_moves.hpp"
#include "publish/listing/bucket_piece.hpp"

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace storh::doc {

class mending_job {
public:
    /// Takes out of `findings` what turns out to be in order or gone, and says in the others where it
    /// has put them.
    mending_job(upkeep_state& state, publish::bucket_piece const& piece,
                std::vector<finding>& findings);

    /// Whether moves were made that may not survive power loss.
    [[nodiscard]] bool has_failed_sync() const noexcept { return has_failed_sync_; }

    io::operation op;

private:
    static int run(io::operation& op) noexcept;
    [[nodiscard]] bool has_failed(boost::system::error_code error);
    void mend_all();
    bool mend(finding& found);
    std::optional<finding> look_again(finding const& found, std::uint64_t& bytes) const;
    bool carry_out(repair_plan::step step, finding& found, std::uint64_t bytes);
    int move(repair_plan::step step, finding const& found, std::string& moved_to);
    void note_moved(repair_plan::step step, finding& found, std::string const& moved_to,
                    std::uint64_t bytes);
    void fail(int result, std::string const& path);
    void sync();

    upkeep_state& state_;
    publish::bucket_piece const& piece_;
    std::vector<finding>& findings_;
    publish::file_moves moves_;
    bool has_failed_sync_ = false;
};

}  // namespace storh::doc
