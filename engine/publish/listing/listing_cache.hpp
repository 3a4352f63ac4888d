// publish/listing_cache.hpp
//
// Sorted ids of buckets, kept for as long as it is certain that a bucket's directory still has them.
//
// There are two ways to be certain. A listing is trusted if the directory is the one that was listed,
// has the change time that it had then, and changed last well before it was listed: a change in the
// same tick of the file system's clock would leave the time as it is (the racily-clean rule of git's
// index). Every writer changes that time, in this process or another. And the listing of a directory
// that is watched (bucket_watch.hpp) is kept up to date by what the watch tells: names that came and
// went, whoever moved them. While the directory of the buckets is watched as well, that is all there is to ask. Otherwise the
// change time is a second opinion: where it has moved and the watch has told nothing, the listing is
// dropped.
//
// Bounded: what would exceed the limit is not kept, and the bucket listed longest ago goes first.
//
// Pure: states of directories and times are passed in. Threads: any; a mutex guards all.

#pragma once

#include <storh/uuid_v7.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace storh::publish {

using id_list = std::shared_ptr<std::vector<uuid_v7> const>;

/// Which directory it is and when it changed last, as stat(2) says, and the time before it was asked.
struct directory_state {
    directory_state() = default;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    timespec changed{};
    timespec asked{};

    [[nodiscard]] bool is_same_directory(directory_state const& other) const noexcept {
        return device == other.device && inode == other.inode;
    }
    [[nodiscard]] bool is_unchanged(directory_state const& other) const noexcept {
        return is_same_directory(other) && changed.tv_sec == other.changed.tv_sec &&
               changed.tv_nsec == other.changed.tv_nsec;
    }

    /// Whether any change after `asked` is bound to show in `changed`.
    [[nodiscard]] bool is_settled() const noexcept;
};

class listing_cache {
public:
    explicit listing_cache(std::size_t bytes_max) noexcept : bytes_max_(bytes_max) {}

    /// The ids of `bucket`, if the change time of its directory alone says that they are right.
    [[nodiscard]] id_list find(std::uint8_t bucket, directory_state const& now) const;

    /// The ids of `bucket`, if it is watched: for a caller that has noted everything that the watch has
    /// told, and knows that the directory watched is still the bucket.
    [[nodiscard]] id_list find_followed(std::uint8_t bucket);

    /// The same, but nothing if changes would have to be worked in first.
    [[nodiscard]] id_list find_current(std::uint8_t bucket) const;

    /// The ids of `bucket`, if it is watched, and everything that the watch has told until after `now`
    /// has been noted.
    [[nodiscard]] id_list find_noted(std::uint8_t bucket, directory_state const& now);

    /// What keep() wants to know about the time between the beginning of a listing and its end.
    [[nodiscard]] std::uint64_t notes(std::uint8_t bucket) const;

    /// Keeps `ids` of a directory that was in state `listed` before it was read, if they can be trusted
    /// later on. `notes` is from before the watch began, if there is one.
    void keep(std::uint8_t bucket, id_list ids, directory_state const& listed, std::uint64_t notes,
              bool is_watched);

    /// A watch has told that the file of `id`, or one that is no record, came or went.
    void note(std::uint8_t bucket, std::optional<uuid_v7> const& id, bool is_there);

    /// What a watch has told about `bucket`, or all, is not complete any more.
    void forget(std::uint8_t bucket);
    void forget_all();

    [[nodiscard]] std::size_t bytes() const;

    /// Of how many buckets there is a list, right or not.
    [[nodiscard]] std::size_t size() const;

private:
    struct change {
        change(uuid_v7 const& of, bool there) noexcept : id(of), is_there(there) {}
        uuid_v7 id;
        bool is_there;
    };
    struct entry {
        id_list ids;
        directory_state state;
        std::uint64_t kept = 0;  // when, in calls of keep()
        std::uint64_t notes = 0;
        std::vector<change> changes;  // that ids lacks, in order
        bool is_watched = false;
        bool has_notes = false;  // since state
    };

    void drop(entry& which) noexcept;
    void make_room(std::size_t bytes) noexcept;
    void apply(entry& target);
    [[nodiscard]] id_list up_to_date(entry& known);

    mutable std::mutex mutex_;
    std::array<entry, 256> entries_;
    std::size_t bytes_max_;
    std::size_t bytes_ = 0;
    std::uint64_t kept_ = 0;
};

}  // namespace storh::publish
