// tools/storh/import_tally.hpp
//
// What has become of an import so far: counted, acknowledged, shown.
//
// Threads: main thread.

#pragma once

#include "acks_file.hpp"
#include "progress.hpp"

#include <storh/uuid_v7.hpp>

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace storh::tool {

class import_tally {
public:
    /// `acks_path` may be empty. Throws failure if that file cannot be opened.
    import_tally(std::string const& acks_path, std::optional<std::uint64_t> bytes_total);

    /// These records are durable now: lists them, unless that has failed before.
    void add_durable(std::span<uuid_v7 const> ids);

    void add_bytes_read(std::uint64_t count);
    void add_bad() { ++bad_; }

    [[nodiscard]] std::uint64_t durable() const noexcept { return durable_; }
    [[nodiscard]] std::uint64_t bad() const noexcept { return bad_; }
    [[nodiscard]] boost::system::error_code acks_error() const noexcept { return acks_error_; }
    [[nodiscard]] std::string const& acks_path() const noexcept { return acks_->path(); }
    [[nodiscard]] double seconds() const { return progress_.seconds(); }
    void clear_progress() { progress_.clear(); }

private:
    std::optional<acks_file> acks_;
    boost::system::error_code acks_error_;
    progress progress_;
    std::uint64_t durable_ = 0;
    std::uint64_t bad_ = 0;
    std::uint64_t bytes_read_ = 0;
};

}  // namespace storh::tool
