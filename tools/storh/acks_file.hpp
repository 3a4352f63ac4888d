// tools/storh/acks_file.hpp
//
// The file that lists the ids of records that are durable, one a line.
//
// Guarantees: each call appends its ids with one write(2) (more only where the system writes
// short), so several imports may share a file.
//
// Threads: main thread.

#pragma once

#include <storh/uuid_v7.hpp>

#include <boost/system/error_code.hpp>

#include <span>
#include <string>

namespace storh::tool {

class acks_file {
public:
    /// Opens `path` for appending, and makes it if need be. Throws failure.
    explicit acks_file(std::string path);
    ~acks_file();
    acks_file(acks_file const&) = delete;
    acks_file& operator=(acks_file const&) = delete;

    [[nodiscard]] boost::system::error_code append(std::span<uuid_v7 const> ids);

    [[nodiscard]] std::string const& path() const noexcept { return path_; }

private:
    std::string path_;
    int descriptor_;
};

}  // namespace storh::tool
