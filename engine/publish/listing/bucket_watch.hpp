// publish/bucket_watch.hpp
//
// What happens to the names in the bucket directories, as the kernel tells it (inotify).
//
// The kernel queues what a call has done to a directory before that call returns, whichever process
// made it. So whoever drains the queue knows everything that was done before. It tells nothing about
// changes made elsewhere to a file system that is shared over a network; there is no watch on those.
// Where the kernel grants no watch (limits per user, no /proc) there is none either. A file system that
// is mounted over a bucket while the collection is in use is not told.
//
// Threads: any; a mutex guards all. Nothing blocks.

#pragma once

#include "io/unique_fd.hpp"
#include "publish/listing/listing_cache.hpp"

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>

struct inotify_event;

namespace storh::publish {

class bucket_watch {
    struct directory_identity {
        directory_identity() = default;
        bool operator==(directory_identity const&) const = default;
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
    };

public:
    explicit bucket_watch(listing_cache& cache) noexcept : cache_(cache) {}

    /// Watches the open `directory` of `bucket` from here on, instead of the one before. False if that
    /// cannot be had.
    [[nodiscard]] bool add(std::uint8_t bucket, int directory);

    /// Notes in the cache what has happened until now.
    void drain();

    /// Watches `data`, the open directory of all buckets, in which they come and go, unless it is the
    /// one watched; notes what has happened until now. True if it was watched all the time: what is
    /// known of a watched bucket is right then.
    [[nodiscard]] bool follow(int data);

private:
    [[nodiscard]] bool has_queue();
    [[nodiscard]] int begin_watch(int directory) noexcept;
    void begin_following(directory_identity const& data, int directory);
    void drain_queue();
    void take(inotify_event const& event);
    void take_of_data(inotify_event const& event);
    void take_of_bucket(std::uint8_t bucket, inotify_event const& event);
    void remove(std::uint8_t bucket) noexcept;

    listing_cache& cache_;
    std::mutex mutex_;
    io::unique_fd queue_;
    bool is_refused_ = false;
    std::array<int, 256> watches_{};  // 0: none; the kernel's numbers begin at 1
    std::unordered_map<int, std::uint8_t> buckets_;
    int data_watch_ = 0;
    directory_identity data_;
};

}  // namespace storh::publish
