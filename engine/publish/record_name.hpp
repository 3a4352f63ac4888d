// publish/record_name.hpp
//
// What the names of record files and of buckets say.
//
// Source of the names: storh-format section 6.1. Ids are in lower case here; storh for PHP also makes
// names in upper case, which are no record files of ours.
//
// Pure. Threads: any.

#pragma once

#include <storh/uuid_v7.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace storh::publish {

/// The id in the name of a record file, `<uuid>.jsonc` as we write it; nothing for any other name.
[[nodiscard]] std::optional<uuid_v7> id_of_record_name(std::string_view name) noexcept;

/// The number in the name of a bucket, two hexadecimal digits in lower case; nothing for any other name.
[[nodiscard]] std::optional<std::uint8_t> bucket_of_name(std::string_view name) noexcept;

}  // namespace storh::publish
