// publish/tag_check.hpp
//
// The tag of a record file as it is now, for conditional writes: read by a worker in pieces, so that
// a large file costs no memory.
//
// Threads: start on the ring's thread; the job runs on a worker.

#pragma once

#include <storh/record_tag.hpp>

#include "io/operation.hpp"

#include <boost/system/error_code.hpp>

#include <optional>

namespace storh::publish {

/// A job that fills `tag`: nothing when there is no file.
struct tag_job {
    tag_job(int directory, char const* path) noexcept;

    [[nodiscard]] boost::system::error_code error() const noexcept;

    io::operation op;
    std::optional<record_tag> tag;

private:
    static int run(io::operation& op) noexcept;
};

}  // namespace storh::publish
