// tools/storh/import_job.hpp
//
// An import: what the engine does, acknowledged, shown and summed up.
//
// Guarantees: whatever ends it, the rows taken before are durable when it ends, and each id is
// acknowledged when its record is durable and not before.
//
// Threads: main thread; the engine's threads append the acknowledgements.

#pragma once

#include "acks_file.hpp"
#include "common_options.hpp"
#include "failure.hpp"
#include "interruption.hpp"
#include "progress_bar.hpp"

#include <storh/engine.hpp>
#include <storh/jsonl.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace storh::tool {

/// What the command line asks for.
struct import_arguments {
    common_options common;
    std::string file = "-";
    std::string acks;
    std::size_t in_flight = 1024;
    bool skip_bad = false;
};

class import_job {
public:
    /// Opens the acknowledgements, so that a mistyped name stores nothing. Throws failure.
    import_job(engine& on, import_arguments arguments);

    /// Gives the exit code, or throws what stopped it.
    [[nodiscard]] asio::awaitable<int> run();

private:
    [[nodiscard]] import_options options();
    void acknowledge(std::span<uuid_v7 const> ids);
    void stop_reading();
    void show_bad(boost::system::error_code error, error_info info);
    [[nodiscard]] failure describe_line(boost::system::error_code error, error_info info) const;
    void note_end(boost::system::error_code error);
    [[nodiscard]] int summarize();
    [[nodiscard]] std::string summary() const;
    [[nodiscard]] std::string json_summary() const;

    engine& engine_;
    import_arguments arguments_;
    std::optional<acks_file> acks_;
    boost::system::error_code acks_error_;
    asio::any_io_executor executor_;
    asio::cancellation_signal stop_;
    std::optional<progress_bar> bar_;
    std::optional<interruption> interruption_;
    std::uint64_t bad_shown_ = 0;
    error_info info_;
    import_report report_;
    std::optional<failure> stopped_;
    double seconds_ = 0;
};

}  // namespace storh::tool
