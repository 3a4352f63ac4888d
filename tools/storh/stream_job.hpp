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
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace storh::tool {

class stream_job {
public:
    /// Opens the stream of a store. Throws failure.
    using opener = std::function<asio::awaitable<record_stream>(doc_store)>;
    using line_function = std::function<std::string(record const&)>;

    /// `file` may be `-`. Throws failure when it cannot be opened.
    stream_job(engine& on, common_options common, std::string file, record_query query);

    /// The records of any stream, each as `line` makes it.
    stream_job(engine& on, common_options common, std::string file, opener open,
               line_function line);
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
    opener open_;
    line_function line_;
    int descriptor_;
    std::optional<progress_bar> bar_;
    std::uint64_t records_ = 0;
    double seconds_ = 0;
};

}  // namespace storh::tool
