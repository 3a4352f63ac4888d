// bench/support/mounted_image.hpp
//
// A new, empty file system in a sparse file, mounted by loop: the same for every run, with a journal
// even where the machine's own file system has none. Takes root.
//
// Mounts are made in a mount namespace of this process, and the file is unlinked as soon as it is
// mounted. So the kernel takes everything back when the process ends, however it ends.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace storh::bench {

/// Gives this process mounts of its own. Call once, before any thread is started.
void leave_shared_mounts();

/// How the loop device gets at the file.
enum class image_io : unsigned char {
    cached,  ///< through the page cache, as mount(8) does
    /// Past it. Reads through the cache are served one after the other by one kernel worker, which
    /// hides what a device gains from many at once.
    direct,
};

class mounted_image {
public:
    /// `type` is `ext4`, `xfs` or `btrfs`. Throws when it cannot be made or mounted.
    mounted_image(std::string const& type, std::uint64_t bytes, image_io how);
    mounted_image(mounted_image const&) = delete;
    mounted_image& operator=(mounted_image const&) = delete;
    ~mounted_image();

    [[nodiscard]] std::filesystem::path const& path() const noexcept { return mount_point_; }

private:
    std::filesystem::path mount_point_;
};

/// A new directory `prefix` followed by six random characters.
[[nodiscard]] std::filesystem::path make_unique_directory(std::filesystem::path const& prefix);

}  // namespace storh::bench
