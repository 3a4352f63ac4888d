#include "commands.hpp"
#include "failure.hpp"
#include "interruption.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "session.hpp"
#include "stream_job.hpp"

#include <storh/jsonl.hpp>

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <optional>
#include <utility>

#include <sys/stat.h>

namespace storh::tool {
namespace {

constexpr char footer[] =
    R"(Prints {"id":"...","data":{...}}, one record a line, in id order; import reads it back. A file
is replaced as a whole once the export is complete and durable, so an old one survives a failed one.
With --json, an export to a file prints a summary. Ctrl-C leaves the old file. For a part of the
records, see storh stream.

Examples:
  storh export var/app places | head -n 5      the oldest five
  storh export var/app places places.jsonl)";

struct export_arguments {
    common_options common;
    std::string file = "-";
};

/// Whether there is, or will be, a file that can be replaced as a whole.
bool is_file(std::string const& path) noexcept {
    if (path == "-") return false;
    struct stat status {};
    return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

void print_summary(engine const& on, export_arguments const& arguments, std::uint64_t records,
                   double seconds) {
    print(arguments.common.json
              ? fmt::format(R"({{"records":{},"seconds":{:.6f},"rate":{},"backend":"{}"}})"
                            "\n",
                            records, seconds, rate(records, seconds), to_string(on.backend()))
              : fmt::format("{} in {:.3f} s, {} records/s, backend {} ({})\n",
                            counted(records, "record"), seconds, grouped(rate(records, seconds)),
                            to_string(on.backend()), on.backend_reason()));
}

/// An export to a file. Its parts live as long as the coroutine that runs it.
class file_export {
public:
    file_export(engine& on, export_arguments arguments)
        : engine_(on), arguments_(std::move(arguments)) {}

    [[nodiscard]] asio::awaitable<int> run() {
        doc_store store = co_await open_for_reading(engine_, arguments_.common);
        auto const executor = co_await asio::this_coro::executor;
        interruption_.emplace(executor, [this] { stop_.emit(asio::cancellation_type::total); });
        bar_.emplace(executor, "exporting");
        export_options options;
        options.report_to(bar_->counts()).info(info_);
        auto token = as_result_of(stop_.slot());
        auto const [error, records] =
            co_await store.export_jsonl(arguments_.file, std::move(options), std::move(token));
        double const seconds = bar_->seconds();
        if (error) fail(error);
        co_await store.close();
        interruption_.reset();
        bar_.reset();
        print_summary(engine_, arguments_, records, seconds);
        co_return exit_code::fine;
    }

private:
    [[noreturn]] void fail(boost::system::error_code error) const {
        if (error == asio::error::operation_aborted && interruption_->signal() != 0) {
            throw failure(exit_code::signal_base + interruption_->signal(), arguments_.file,
                          "interrupted", "the file is as it was before");
        }
        throw describe(error, info_, arguments_.common.path());
    }

    engine& engine_;
    export_arguments arguments_;
    asio::cancellation_signal stop_;
    std::optional<interruption> interruption_;
    std::optional<progress_bar> bar_;
    error_info info_;
};

asio::awaitable<int> export_records(engine& on, export_arguments arguments) {
    if (is_file(arguments.file)) {
        auto const job = std::make_unique<file_export>(on, std::move(arguments));
        co_return co_await job->run();
    }
    auto const job =
        std::make_unique<stream_job>(on, arguments.common, arguments.file, record_query());
    co_await job->run();
    if (arguments.file != "-") {
        print_summary(on, arguments, job->records(), job->seconds());
    }
    co_return exit_code::fine;
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
