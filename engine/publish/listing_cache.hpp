// publish/listing_cache.hpp
//
// Sorted ids of buckets, kept for as long as the bucket's directory has not changed.
//
// A listing is trusted if the directory has the change time that it had before it was listed, and if
// that was well before the listing: a change in the same tick of the file system's clock would leave
// the time as it is (the racily-clean rule of git's index). Every writer changes the directory, in
// this process or another, so no write has to tell the cache.
//
// Bounded: what would exceed the limit is not kept, and the bucket listed longest ago goes first.
//
// Threads: any; a mutex guards all.

#pragma once

#include <storh/uuid_v7.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <vector>

namespace storh::publish {

using id_list = std::shared_ptr<std::vector<uuid_v7> const>;

class listing_cache {
public:
    explicit listing_cache(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

    /// The ids of `bucket`, if its directory changed last at `changed` and that can be trusted.
    [[nodiscard]] id_list find(std::uint8_t bucket, timespec const& changed) const;

    /// Keeps `ids`, listed at `listed` in a directory that changed last at `changed`, unless a later
    /// change might not show.
    void keep(std::uint8_t bucket, id_list ids, timespec const& changed, timespec const& listed);

    [[nodiscard]] std::size_t bytes() const;

    /// Whether a listing begun at `listed` can be told from any later state of a directory that
    /// changed last at `changed`. Pure.
    [[nodiscard]] static bool is_settled(timespec const& changed, timespec const& listed) noexcept;

private:
    struct entry {
        id_list ids;
        timespec changed{};
        std::uint64_t kept = 0;
    };

    void drop(entry& which) noexcept;
    void make_room(std::size_t bytes) noexcept;

    mutable std::mutex mutex_;
    std::array<entry, 256> entries_;
    std::size_t bytes_max_;
    std::size_t bytes_ = 0;
    std::uint64_t kept_ = 0;
};

}  // namespace storh::publish
