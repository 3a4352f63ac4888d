// publish/listing_job.hpp
//
// The sorted ids of a run of buckets, from the cache or from their directories, by one worker.
//
// Threads: start on a ring's thread; the job runs on a worker.

#pragma once

#include "io/operation.hpp"
#include "publish/listing_cache.hpp"

#include <boost/system/error_code.hpp>

#include <vector>

namespace storh::publish {

struct listing_job {
    /// The buckets from `first` up to `end`. `cache` is null where change times are not to be
    /// trusted.
    listing_job(int directory, unsigned first, unsigned end, listing_cache* cache) noexcept;

    [[nodiscard]] boost::system::error_code error() const noexcept;

    io::operation op;
    std::vector<id_list> lists;  ///< of the buckets that have any

private:
    static int run(io::operation& op) noexcept;
    int list(unsigned bucket);

    unsigned first_;
    unsigned end_;
    listing_cache* cache_;
};

}  // namespace storh::publish
