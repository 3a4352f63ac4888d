// bench/support/place.hpp
//
// Where the records of a run lie: below a directory that exists, or on images made for it.
//
// A measurement of writes gets a directory that nothing was written to before, on images a file
// system of its own. Records that are only read are made once and kept for the whole run.

#pragma once

#include "support/file_system.hpp"
#include "support/mounted_image.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace storh::bench {

class place {
public:
    place() = default;
    place(place const&) = delete;
    place& operator=(place const&) = delete;
    virtual ~place() = default;

    /// What it lies on.
    [[nodiscard]] virtual file_system kind() const = 0;

    /// An empty directory for up to `records` files. The one given before may be gone.
    virtual std::filesystem::path fresh(std::size_t records) = 0;

    /// A directory for `records` more files that stays as long as this object.
    virtual std::filesystem::path kept(std::size_t records) = 0;
};

/// A directory of its own in `parent`, removed at the end; but many files on ext4 without a journal
/// stay, because creating files there would be slow for minutes after their removal.
class directory_place final : public place {
public:
    explicit directory_place(std::filesystem::path const& parent);
    ~directory_place() override;

    [[nodiscard]] file_system kind() const override;
    std::filesystem::path fresh(std::size_t records) override;
    std::filesystem::path kept(std::size_t records) override;

private:
    std::filesystem::path base_;
    std::size_t directories_ = 0;
    std::size_t records_ = 0;
};

/// Images of file system `type`, large enough for `records_max` files of `record_bytes` each. The
/// fresh ones are written through the page cache; the kept one, which cold reads are measured on, is
/// not (see image_io).
class image_place final : public place {
public:
    image_place(std::string type, std::size_t records_max, std::size_t record_bytes);

    [[nodiscard]] file_system kind() const override;
    std::filesystem::path fresh(std::size_t records) override;
    std::filesystem::path kept(std::size_t records) override;

private:
    std::string type_;
    std::uint64_t image_bytes_;
    std::optional<mounted_image> fresh_;
    std::optional<mounted_image> kept_;
    std::size_t directories_ = 0;
};

}  // namespace storh::bench
