// publish/listing_job.hpp
//
// The sorted ids of some buckets, from the cache or from their directories, by one worker.
//
// The order of the steps is what makes a listing right: what the watches have told is noted before the
// cache is asked, the state of a directory is taken before anything else is done with it, and a watch
// begins before the names are read.
//
// Threads: start on a ring's thread; the job runs on a worker.

#pragma once

#include "io/operation.hpp"
#include "io/unique_fd.hpp"
#include "publish/listing/bucket_watch.hpp"
#include "publish/listing/listing_cache.hpp"

#include <boost/system/error_code.hpp>

#include <atomic>
#include <cstdint>
#include <vector>

namespace storh::publish {

/// What a store knows of its buckets' names.
struct bucket_listings {
    explicit bucket_listings(std::size_t bytes_max) noexcept : cache(bytes_max), watch(cache) {}

    listing_cache cache;
    bucket_watch watch;
    std::atomic<std::uint64_t> read{0};  ///< directories that had to be read
};

struct listing_job {
    enum class way {
        look_only,  ///< what is not known is `missing` afterwards
        read,       ///< what is not known is read
    };

    /// Puts the ids of all buckets of which they are known into `lists`, the other buckets into
    /// `missing`, on the calling thread: it waits for no disk and copies no list. False, and nothing
    /// done, if the buckets are not followed.
    [[nodiscard]] static bool look_here(int directory, bucket_listings& known,
                                        std::vector<id_list>& lists,
                                        std::vector<std::uint8_t>& missing);

    /// Of the buckets in `wanted`. `is_local`: change times and watches can be trusted.
    listing_job(int directory, std::vector<std::uint8_t> wanted, way how, bucket_listings& known,
                bool is_local) noexcept;

    [[nodiscard]] boost::system::error_code error() const noexcept;

    io::operation op;
    std::vector<id_list> lists;  ///< of the buckets that have any
    std::vector<std::uint8_t> missing;

private:
    static int run(io::operation& op) noexcept;
    int list(std::uint8_t bucket);
    [[nodiscard]] id_list find_kept(std::uint8_t bucket, directory_state const& now);
    int read(std::uint8_t bucket);
    int add(id_list ids);

    std::vector<std::uint8_t> wanted_;
    way way_;
    bucket_listings& known_;
    bool is_local_;
    bool is_followed_ = false;
    io::unique_fd data_;  // the directory of the buckets
    timespec begun_{};
};

}  // namespace storh::publish
