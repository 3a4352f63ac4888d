// bench/support/bucket_directories.hpp
//
// The 256 bucket directories of a collection and the paths of records in them, for rows and fillings
// that call the system themselves.

#pragma once

#include "support/descriptor.hpp"

#include <storh/uuid_v7.hpp>

#include <array>
#include <filesystem>
#include <string>

namespace storh::bench {

inline constexpr std::size_t bucket_count = 256;

/// The path of a bucket below its collection, `data/<2 hex>`.
[[nodiscard]] std::string bucket_path(std::size_t bucket);

/// The path of a record below its collection, `data/<2 hex>/<id>.jsonc`.
[[nodiscard]] std::string record_path(uuid_v7 const& id);

/// Makes the buckets of the collection below `root` and opens them.
[[nodiscard]] std::array<descriptor, bucket_count> make_buckets(std::filesystem::path const& root);

/// Opens the directory of the collection below `root`.
[[nodiscard]] descriptor open_collection(std::filesystem::path const& root);

}  // namespace storh::bench
