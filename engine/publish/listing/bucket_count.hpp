// publish/bucket_count.hpp
//
// How many record files a bucket has and how large they are, a bounded number of names at a time,
// without reading a file.
//
// Threads: `op` is started on a ring's thread and runs on a worker.

#pragma once

#include "io/operation.hpp"
#include "publish/listing/directory_pieces.hpp"
#include "publish/record_path.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <string_view>

namespace storh::publish {

/// Each run of `op` opens the bucket, if it is not open yet, and counts the next piece.
class bucket_count {
public:
    bucket_count(int collection, std::uint8_t bucket) noexcept;

    [[nodiscard]] boost::system::error_code error() const noexcept;
    [[nodiscard]] bool is_at_end() const noexcept { return op.result == 0; }
    [[nodiscard]] char const* path() const noexcept { return relative_.c_str(); }

    io::operation op;
    std::uint64_t records = 0;  ///< of the last piece
    std::uint64_t bytes = 0;

private:
    static int run(io::operation& op) noexcept;
    int next();
    void take(std::string_view name) noexcept;

    bucket_path relative_;
    std::uint8_t bucket_;
    directory_pieces pieces_;
};

}  // namespace storh::publish
