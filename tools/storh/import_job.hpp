// tools/storh/import_job.hpp
//
// An import: lines in, durable records out.
//
// Guarantees: whatever ends it, the rows taken before are durable when it ends, and each id is
// acknowledged when its record is durable and not before.
//
// Threads: main thread.

#pragma once

#include "common_options.hpp"
#include "failure.hpp"
#include "import_tally.hpp"
#include "input_file.hpp"
#include "interruption.hpp"
#include "line_splitter.hpp"

#include <storh/doc_store.hpp>
#include <storh/engine.hpp>
#include <storh/inserter.hpp>

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <memory>
#include <optional>
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
    /// Opens the input and the acknowledgements, so that a mistyped name stores nothing. Throws
    /// failure.
    import_job(engine& on, import_arguments arguments);

    /// Gives the exit code, or throws what stopped it.
    [[nodiscard]] asio::awaitable<int> run();

private:
    asio::awaitable<void> begin();
    asio::awaitable<void> read_lines();
    asio::awaitable<void> take(input_line line);
    asio::awaitable<void> settle();
    void refuse(boost::system::error_code error, error_info info, std::uint64_t line);
    void stop(failure reason);
    [[nodiscard]] bool must_stop() const noexcept;
    int report();
    [[nodiscard]] std::string summary() const;
    [[nodiscard]] std::string json_summary() const;

    engine& engine_;
    import_arguments arguments_;
    input_file input_;
    line_splitter lines_;
    std::shared_ptr<import_tally> tally_;  // shared with the function that hears of durable records
    doc_store store_;
    std::optional<inserter> rows_;
    std::optional<interruption> interruption_;
    std::optional<failure> stopped_;
    double seconds_ = 0;
};

}  // namespace storh::tool
