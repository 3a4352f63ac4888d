#include "commands.hpp"
#include "export_target.hpp"
#include "failure.hpp"
#include "interruption.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "session.hpp"

#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <unistd.h>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"(Prints {"id":"...","data":{...}}, one record a line, in id order; import reads it back. A file is
replaced as a whole once the export is complete and durable, so an old one survives a failed one.
With --json, an export to a file prints a summary.

Examples:
  storh export var/app places | head -n 5      the oldest five
  storh export var/app places places.jsonl)";

/// Records that are read at once at first, and at most.
constexpr std::size_t window_first = 8;
constexpr std::size_t window_max = 512;
/// Text that a window is meant to stay below; large records make windows smaller.
constexpr std::size_t window_bytes = std::size_t{16} << 20;

struct export_arguments {
    common_options common;
    std::string file = "-";
};

class export_job {
public:
    export_job(engine& on, export_arguments arguments)
        : engine_(on), arguments_(std::move(arguments)) {}

    [[nodiscard]] asio::awaitable<int> run() {
        doc_store store = co_await open_for_reading(engine_, arguments_.common);
        auto [error, ids] = co_await store.ids(as_result);
        if (error) throw describe(error, error_info(), arguments_.common.path());
        begin(co_await asio::this_coro::executor, ids.size());
        for (std::span<uuid_v7 const> rest = ids; !rest.empty();) {
            std::size_t const count = std::min(window_, rest.size());
            co_await write_window(store, rest.first(count));
            rest = rest.subspan(count);
            progress_->update(records_, ids.size() - rest.size());
        }
        target_->commit();
        co_await store.close();
        interruption_.reset();
        co_return report();
    }

private:
    // Only a file is cleaned up when a signal comes; elsewhere it may end the program at once. From
    // the first moment of the new file on, no signal finds the program unprepared.
    void begin(asio::any_io_executor executor, std::uint64_t total) {
        interruption_.emplace(executor, [] {});
        target_.emplace(arguments_.file);
        if (!target_->is_file()) interruption_.reset();
        bool const mixes_with_lines = !target_->is_file() && ::isatty(STDOUT_FILENO) == 1;
        progress_.emplace("exporting", total, !mixes_with_lines);
    }

    asio::awaitable<void> write_window(doc_store store, std::span<uuid_v7 const> ids) {
        std::vector<uuid_v7> wanted(ids.begin(), ids.end());
        error_info info;
        get_options options;
        options.info(info);
        auto const [error, found] = co_await store.get_many(std::move(wanted), options, as_result);
        stop_if_interrupted();
        if (error) throw describe(error, info, arguments_.common.path());
        std::string lines;
        for (std::optional<record> const& each : found) {
            if (!each) continue;  // removed since the ids were listed
            lines.append(record_line(*each, false));
            ++records_;
        }
        target_->write(lines);
        std::size_t const bytes_each = lines.size() / ids.size() + 1;
        window_ = std::clamp<std::size_t>(window_bytes / bytes_each, 1, window_max);
    }

    void stop_if_interrupted() const {
        if (!interruption_ || interruption_->signal() == 0) return;
        throw failure(exit_code::signal_base + interruption_->signal(), arguments_.file,
                      "interrupted", "the file is as it was before");
    }

    int report() {
        double const seconds = progress_->seconds();
        progress_->clear();
        if (target_->is_standard_output()) return exit_code::fine;
        print(arguments_.common.json
                  ? fmt::format(R"({{"records":{},"seconds":{:.6f},"rate":{},"backend":"{}"}})"
                                "\n",
                                records_, seconds, rate(records_, seconds),
                                to_string(engine_.backend()))
                  : fmt::format("{} in {:.3f} s, {} records/s, backend {} ({})\n",
                                counted(records_, "record"), seconds,
                                grouped(rate(records_, seconds)), to_string(engine_.backend()),
                                engine_.backend_reason()));
        return exit_code::fine;
    }

    engine& engine_;
    export_arguments arguments_;
    std::optional<export_target> target_;
    std::optional<progress> progress_;
    std::optional<interruption> interruption_;
    std::uint64_t records_ = 0;
    std::size_t window_ = window_first;
};

asio::awaitable<int> export_records(engine& on, export_arguments arguments) {
    auto const job = std::make_unique<export_job>(on, std::move(arguments));
    co_return co_await job->run();
}

int run_export(export_arguments const& arguments) {
    return run_session(arguments.common, [&](engine& on) { return export_records(on, arguments); });
}

}  // namespace

void add_export(CLI::App& program, action& chosen) {
    auto const arguments = std::make_shared<export_arguments>();
    CLI::App& command =
        add_command(program, "export", "Print every record, one a line", arguments->common);
    command.footer(footer);
    command.add_option("FILE", arguments->file, "Where to; - is standard output")
        ->type_name("")
        ->capture_default_str();
    command.callback(
        [arguments, &chosen] { chosen = [arguments] { return run_export(*arguments); }; });
}

}  // namespace storh::tool
