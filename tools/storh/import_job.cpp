#include "import_job.hpp"

#include "numbers.hpp"
#include "output.hpp"
#include "session.hpp"
#include "standard_input.hpp"

#include <storh/json.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace storh::tool {
namespace {

/// Bad lines that are named; the rest is only counted.
constexpr std::uint64_t bad_lines_named = 5;

}  // namespace

import_job::import_job(engine& on, import_arguments arguments)
    : engine_(on), arguments_(std::move(arguments)) {
    if (!arguments_.acks.empty()) acks_.emplace(arguments_.acks);
}

asio::awaitable<int> import_job::run() {
    executor_ = co_await asio::this_coro::executor;
    doc_store store = co_await open_for_writing(engine_, arguments_.common);
    interruption_.emplace(executor_, [this] { stop_reading(); });
    bar_.emplace(executor_, "importing");
    std::string const path = arguments_.file == "-" ? "/dev/stdin" : arguments_.file;
    auto token = as_result_of(stop_.slot());
    auto const [error, report] = co_await store.import_jsonl(path, options(), std::move(token));
    report_ = report;
    seconds_ = bar_->seconds();
    note_end(error);
    auto const [close_error] = co_await store.close(as_result);
    if (close_error && !stopped_) {
        stopped_ = describe(close_error, error_info(), arguments_.common.path());
    }
    interruption_.reset();
    bar_.reset();
    co_return summarize();
}

import_options import_job::options() {
    inserter_options writes;
    writes.in_flight(arguments_.in_flight);
    if (acks_) writes.on_durable([this](std::span<uuid_v7 const> ids) { acknowledge(ids); });
    import_options asked;
    asked.writes(std::move(writes)).report_to(bar_->counts()).info(info_);
    if (arguments_.skip_bad) {
        asked.on_bad_line(bad_line_policy::skip);
        asked.bad_line([this](boost::system::error_code error, error_info const& info) {
            if (++bad_shown_ > bad_lines_named) return;
            asio::post(executor_, [this, error, info] { show_bad(error, info); });
        });
    }
    return asked;
}

void import_job::acknowledge(std::span<uuid_v7 const> ids) {
    if (acks_error_) return;
    acks_error_ = acks_->append(ids);
    if (acks_error_) asio::post(executor_, [this] { stop_reading(); });
}

// What has been taken still becomes durable.
void import_job::stop_reading() {
    stop_.emit(asio::cancellation_type::partial);
}

void import_job::show_bad(boost::system::error_code error, error_info info) {
    failure told = describe_line(error, std::move(info));
    told.add_hint("skipped");
    bar_->clear();
    print_error(told.what());
}

failure import_job::describe_line(boost::system::error_code error, error_info info) const {
    if (arguments_.file == "-" && !info.path().empty()) info.set_path(standard_input);
    return describe(error, info, arguments_.common.path());
}

void import_job::note_end(boost::system::error_code error) {
    int const signal = interruption_->signal();
    if (acks_error_) {
        stopped_ = describe(acks_error_, error_info(), acks_->path());
    } else if (error == asio::error::operation_aborted && signal != 0) {
        stopped_ =
            failure(exit_code::signal_base + signal,
                    arguments_.file == "-" ? standard_input : arguments_.file, "interrupted");
    } else if (error) {
        stopped_ = describe_line(error, info_);
        bool const is_bad_line = report_.bad_lines > 0 && !arguments_.skip_bad;
        if (is_bad_line) {
            stopped_->add_hint("correct the line, or pass over such lines with --skip-bad");
        }
    }
}

int import_job::summarize() {
    if (arguments_.common.json) print(json_summary());
    if (stopped_) {
        stopped_->add_hint(counted(report_.records, "record") +
                           (report_.records == 1 ? " is durable" : " are durable"));
        throw failure(*stopped_);
    }
    if (!arguments_.common.json) print(summary());
    return exit_code::fine;
}

std::string import_job::summary() const {
    std::string const bad =
        report_.bad_lines == 0
            ? ""
            : fmt::format(", {} skipped", counted(report_.bad_lines, "bad line"));
    return fmt::format("{} in {:.3f} s{}, {} records/s, backend {} ({})\n",
                       counted(report_.records, "record"), seconds_, bad,
                       grouped(rate(report_.records, seconds_)), to_string(engine_.backend()),
                       engine_.backend_reason());
}

std::string import_job::json_summary() const {
    json::object shown;
    shown["records"] = report_.records;
    shown["bad"] = report_.bad_lines;
    shown["seconds"] = std::round(seconds_ * 1e6) / 1e6;
    shown["rate"] = rate(report_.records, seconds_);
    shown["backend"] = to_string(engine_.backend());
    shown["backend_reason"] = engine_.backend_reason();
    return to_json(json::value(std::move(shown))).value() + '\n';
}

}  // namespace storh::tool
