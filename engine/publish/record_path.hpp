// publish/record_path.hpp
//
// Names of files below a collection's directory, relative to it, in fixed buffers.
//
// Source of the names: storh-format sections 2.3, 5.1 and 6.1 (storh 0.5.0).

#pragma once

#include <storh/uuid_v7.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace storh::publish {

inline constexpr char data_directory[] = "data";
inline constexpr char private_directory[] = ".storh";
inline constexpr char writers_directory[] = ".storh/writers";
inline constexpr char corrupt_directory[] = ".storh/corrupt";
inline constexpr char lock_file[] = ".storh/write.lock";
inline constexpr char php_index_manifest[] = ".storh/indexes/manifest.jsonc";
inline constexpr char php_index_directory[] = ".storh/indexes";

/// `data/ab/<uuid>.jsonc`
class record_path {
public:
    record_path() = default;
    explicit record_path(uuid_v7 const& id) noexcept;
    [[nodiscard]] char const* c_str() const noexcept { return text_.data(); }
    /// Without the bucket: `<uuid>.jsonc`
    [[nodiscard]] char const* file_name() const noexcept { return text_.data() + 8; }

private:
    std::array<char, 52> text_{};
};

/// `data/ab`
class bucket_path {
public:
    bucket_path() = default;
    explicit bucket_path(std::uint8_t bucket) noexcept;
    [[nodiscard]] char const* c_str() const noexcept { return text_.data(); }

    /// Without the directory before it: `ab`
    [[nodiscard]] char const* name() const noexcept { return text_.data() + sizeof data_directory; }

private:
    std::array<char, 8> text_{};
};

/// `data/ab/.<pid>.<8 hex>.<n>.tmp`
class temp_path {
public:
    temp_path() = default;
    temp_path(std::uint8_t bucket, std::string_view writer, std::uint64_t number) noexcept;
    [[nodiscard]] char const* c_str() const noexcept { return text_.data(); }

private:
    std::array<char, 64> text_{};
};

/// `<pid>.<8 hex>`: the name that a writer gives its marker and its temp files; new at each call.
[[nodiscard]] std::string make_writer_name();

}  // namespace storh::publish
