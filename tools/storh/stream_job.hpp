// tools/storh/stream_job.hpp
//
// Records as lines to standard output, or to something else that is no regular file.
//
// Threads: main thread.

#pragma once

#include "common_options.hpp"
#include "progress_bar.hpp"

#include <storh/doc_store.hpp>
#include <storh/engine.hpp>
#include <storh/record_query.hpp>

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace storh::tool {

class stream_job {
public:
    /// `file` may be `-`. Throws failure when it cannot be opened.
    stream_job(engine& on, common_options common, std::string file, record_query query);
    ~stream_job();
    stream_job(stream_job const&) = delete;
    stream_job& operator=(stream_job const&) = delete;

    /// Writes every record. Throws failure, or reader_gone when a pipe's other end has been closed.
    [[nodiscard]] asio::awaitable<void> run();

    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    [[nodiscard]] double seconds() const noexcept { return seconds_; }

private:
    void write(std::string_view lines);
    void tell_skipped(record_stream const& rows);

    engine& engine_;
    common_options common_;
    std::string file_;
    record_query query_;
    int descriptor_;
    std::optional<progress_bar> bar_;
    std::uint64_t records_ = 0;
    double seconds_ = 0;
};

}  // namespace storh::tool
