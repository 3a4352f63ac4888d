// publish/replaced_file.hpp
//
// A file that is written under another name and then takes the place of the one at its path.
//
// Guarantees: until replace() the old file is as it was, also after a crash; after its success the
// new one is there, whole, and survives power loss. It has the old one's permissions; a link stays,
// and what it leads to is replaced. What a crash leaves behind is removed by the next one of these
// in that directory (export_temps.hpp).
//
// Not here: what is written, and by whom it was asked for.
//
// Threads: one ring's thread; what blocks is done by workers. Before it goes, discard() or a
// successful replace() must have ended.

#pragma once

#include "io/batch.hpp"
#include "io/operation.hpp"
#include "io/ring_executor.hpp"
#include "io/unique_fd.hpp"

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <string>

namespace storh::publish {

class replaced_file {
public:
    /// Written at once; a longer one is fine.
    static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

    replaced_file(io::ring_loop& loop, std::string path);

    /// Looks at what is there and makes the temp file. errc::not_a_file for what is no regular
    /// file.
    [[nodiscard]] io::task<boost::system::error_code> open();

    /// What will be written next; filled by the caller.
    [[nodiscard]] std::string& buffer() noexcept { return buffer_; }
    [[nodiscard]] bool is_full() const noexcept { return buffer_.size() >= buffer_bytes; }

    /// Begins to write the buffer, which is empty afterwards. Completes when the one before it is
    /// written, with the error of that.
    [[nodiscard]] io::task<boost::system::error_code> flush();

    /// Writes what is left and makes the temp file durable.
    [[nodiscard]] io::task<boost::system::error_code> sync();

    /// Puts it in the old one's place. errc::outcome_unknown when all but the last sync has
    /// succeeded: the new file is there, and a power loss may bring back the old one.
    [[nodiscard]] io::task<boost::system::error_code> replace();

    /// Removes what has not taken the old one's place.
    [[nodiscard]] io::task<void> discard();

private:
    boost::system::error_code make_temp();
    boost::system::error_code open_directory(std::string const& path);
    boost::system::error_code open_temp(unsigned mode, bool is_replaced);
    void start_write() noexcept;
    [[nodiscard]] io::task<boost::system::error_code> sync_one(int fd);

    static int make_temp_on_worker(io::operation& op) noexcept;

    io::batch steps_;
    io::operation step_;
    std::string path_;
    std::string name_;  // in the directory
    std::string temp_;  // beside it; empty when there is none
    io::unique_fd directory_;
    io::unique_fd file_;
    std::string buffer_;
    std::string in_flight_;
    std::uint64_t offset_ = 0;
    boost::system::error_code made_;
};

}  // namespace storh::publish
