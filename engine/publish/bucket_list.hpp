// publish/bucket_list.hpp
//
// The ids in one bucket, read with getdents64 by a worker: names are parsed where they lie, 16 bytes
// an id are kept.
//
// Names that are no record file of this bucket are passed over: temp files, files named in upper
// case, records in a wrong bucket. Threads: start on a ring's thread; the job runs on a worker.

#pragma once

#include <storh/uuid_v7.hpp>

#include "io/operation.hpp"
#include "publish/record_path.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <vector>

namespace storh::publish {

/// Appends the ids in the open directory of `bucket`; a negative error number on failure.
[[nodiscard]] int read_ids(int directory, std::uint8_t bucket, std::vector<uuid_v7>& ids);

/// A job that lists one bucket; a bucket that does not exist is empty.
struct bucket_list_job {
    bucket_list_job(int directory, std::uint8_t bucket) noexcept;

    [[nodiscard]] boost::system::error_code error() const noexcept;

    io::operation op;
    bucket_path path;
    std::vector<uuid_v7> ids;

private:
    static int run(io::operation& op) noexcept;

    std::uint8_t bucket_;
};

}  // namespace storh::publish
