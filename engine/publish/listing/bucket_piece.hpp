// publish/bucket_piece.hpp
//
// What lies in a bucket, a bounded number of names at a time: record files to be read, and findings
// about everything that the name alone gives away.
//
// Threads: `op` is started on a ring's thread and runs on a worker; the rest is for the ring's thread
// while it does not run.

#pragma once

#include <storh/upkeep.hpp>
#include <storh/uuid_v7.hpp>

#include "io/operation.hpp"
#include "publish/listing/directory_pieces.hpp"
#include "publish/record_path.hpp"
#include "publish/temp_judge.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace storh::publish {

/// Each run of `op` opens the bucket, if it is not open yet, and reads the next piece.
class bucket_piece {
public:
    /// `collection` is the open directory at `path`.
    bucket_piece(int collection, std::string const& path, std::uint8_t bucket, temp_judge& temps);

    [[nodiscard]] boost::system::error_code error() const noexcept;
    /// Whether the last run has found nothing more; a bucket that does not exist has nothing.
    [[nodiscard]] bool is_at_end() const noexcept { return op.result == 0; }

    [[nodiscard]] std::uint8_t bucket() const noexcept { return bucket_; }
    [[nodiscard]] int fd() const noexcept { return pieces_.fd(); }
    [[nodiscard]] std::string path_of(std::string_view name) const;
    [[nodiscard]] std::string const& path() const noexcept { return path_; }

    io::operation op;
    std::vector<uuid_v7> ids;       ///< of regular files, also those that belong elsewhere
    std::vector<finding> findings;  ///< names that need no reading

private:
    static int run(io::operation& op) noexcept;
    int next();
    void take(std::string_view name, entry_kind kind);
    void take_record(std::string_view name, uuid_v7 const& id, entry_kind kind);
    void take_temp(std::string_view name);

    bucket_path relative_;
    std::string path_;
    std::uint8_t bucket_;
    temp_judge& temps_;
    directory_pieces pieces_;
};

/// What is said of a record that is no regular file; its code is the one that reading it gives.
[[nodiscard]] finding finding_of_kind(entry_kind kind, std::string path, uuid_v7 const& id);

}  // namespace storh::publish
