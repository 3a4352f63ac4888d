// tests/integration/support/mounted_image.hpp
//
// A small file system of its own in a file, mounted by loop, which can be filled up or cut off from
// its disk without harm to anything else. Takes root.
//
// Mounts are made in a mount namespace of this process, so the kernel takes them back when the
// process ends, however it ends.

#pragma once

#include "integration/support/temp_directory.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace storh::test {

class mounted_image {
public:
    /// `type` is `ext4` or `xfs`. Throws when it cannot be made or mounted.
    mounted_image(std::string type, std::uint64_t bytes);
    mounted_image(mounted_image const&) = delete;
    mounted_image& operator=(mounted_image const&) = delete;
    ~mounted_image();

    /// Where it is mounted.
    [[nodiscard]] std::filesystem::path path() const { return directory_.path() / "mount"; }

    /// Cuts the power: from now on nothing reaches the image, and what is in the journal's memory
    /// is lost.
    void cut_power() const;

    /// Takes it off and mounts it again, as after a restart.
    void remount();

private:
    void mount() const;
    void unmount() const;
    [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "image"; }

    temp_directory directory_;
    std::string type_;
};

}  // namespace storh::test
