// publish/bucket_list.hpp
//
// The ids in one bucket, read with getdents64: names are parsed where they lie, 16 bytes an id are kept.
//
// Names that are no record file of this bucket are passed over: temp files, files named in upper
// case, records in a wrong bucket. Threads: any; it may wait for a disk.

#pragma once

#include <storh/uuid_v7.hpp>

#include <cstdint>
#include <vector>

namespace storh::publish {

/// Appends the ids in the open directory of `bucket`; a negative error number on failure.
[[nodiscard]] int read_ids(int directory, std::uint8_t bucket, std::vector<uuid_v7>& ids);

}  // namespace storh::publish
