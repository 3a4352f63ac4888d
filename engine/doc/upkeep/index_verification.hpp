// doc/index_verification.hpp
//
// A worker's share of verifying indexes: the records of a piece of a bucket, or all that the indexes hold.
//
// Threads: made on a ring; the job runs on a worker.

#pragma once

#include "doc/upkeep/upkeep_state.hpp"
#include "index/index_check.hpp"
#include "io/operation.hpp"

#include <storh/uuid_v7.hpp>

#include <vector>

namespace storh::doc {

class index_verification {
public:
    /// `ids` are the records; null for what the indexes hold. Both outlive the job.
    index_verification(upkeep_state& state, std::vector<uuid_v7> const* ids);

    io::operation op;

private:
    static int run(io::operation& op) noexcept;
    [[nodiscard]] boost::system::error_code check();

    upkeep_state& state_;
    std::vector<uuid_v7> const* ids_;
    index::index_check check_;
};

}  // namespace storh::doc
