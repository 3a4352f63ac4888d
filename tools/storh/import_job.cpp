#include "import_job.hpp"

#include "numbers.hpp"
#include "output.hpp"
#include "session.hpp"

#include <storh/json.hpp>

#include <boost/asio/this_coro.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace storh::tool {
namespace {

/// A line may be longer than its record by white space and escapes.
constexpr std::size_t line_slack_bytes = std::size_t{64} * 1024;

/// Bad lines that are named; the rest is only counted.
constexpr std::uint64_t bad_lines_named = 5;

/// Whether the fault lies in the line itself, so that the next one may be fine.
bool is_about_the_line(boost::system::error_code error) {
    return error == errc::invalid_row || error == errc::invalid_json || error == errc::invalid_id ||
           error == errc::too_deep || error == errc::record_too_large ||
           error == errc::unsupported_record;
}

std::size_t line_bytes_max(common_options const& options) {
    return options.store(access_mode::read_write).record_bytes_max() + line_slack_bytes;
}

}  // namespace

import_job::import_job(engine& on, import_arguments arguments)
    : engine_(on),
      arguments_(std::move(arguments)),
      input_(arguments_.file),
      lines_(line_bytes_max(arguments_.common)),
      tally_(std::make_shared<import_tally>(arguments_.acks, input_.bytes_total())) {}

asio::awaitable<int> import_job::run() {
    co_await begin();
    try {
        co_await read_lines();
    } catch (failure const& reason) {
        stop(reason);
    }
    co_await settle();
    co_return report();
}

asio::awaitable<void> import_job::begin() {
    auto const executor = co_await asio::this_coro::executor;
    store_ = co_await open_for_writing(engine_, arguments_.common);
    inserter_options options;
    options.in_flight(arguments_.in_flight);
    options.on_durable([tally = tally_](std::span<uuid_v7 const> ids) { tally->add_durable(ids); });
    rows_.emplace(store_.make_inserter(executor, std::move(options)));
    interruption_.emplace(executor, [this] { input_.cancel(); });
}

asio::awaitable<void> import_job::read_lines() {
    while (!must_stop() && !lines_.is_done()) {
        if (std::optional<input_line> line = lines_.next()) {
            co_await take(std::move(*line));
            continue;
        }
        std::string_view const piece = co_await input_.read_some();
        tally_->add_bytes_read(piece.size());
        if (piece.empty()) {
            lines_.end();
        } else {
            lines_.feed(piece);
        }
    }
}

asio::awaitable<void> import_job::take(input_line line) {
    if (line.is_too_long) {
        error_info info;
        info.set_detail("the line is longer than a record may be");
        refuse(errc::record_too_large, std::move(info), line.number);
        co_return;
    }
    auto const [error, id] = co_await rows_->put_line(std::move(line.text), as_result);
    if (!error) co_return;
    if (is_about_the_line(error)) {
        refuse(error, rows_->last_error(), line.number);
    } else {
        stop(describe(error, rows_->last_error(), arguments_.common.path()));
    }
}

void import_job::refuse(boost::system::error_code error, error_info info, std::uint64_t line) {
    tally_->add_bad();
    info.set_path(input_.name());
    info.set_line(line);
    failure reason = describe(error, info, input_.name());
    if (!arguments_.skip_bad) {
        reason.add_hint("correct the line, or pass over such lines with --skip-bad");
        stop(std::move(reason));
    } else if (tally_->bad() <= bad_lines_named) {
        reason.add_hint("skipped");
        tally_->clear_progress();
        print_error(reason.what());
    }
}

void import_job::stop(failure reason) {
    if (!stopped_) stopped_.emplace(std::move(reason));
}

bool import_job::must_stop() const noexcept {
    return stopped_ || tally_->acks_error() || interruption_->signal() != 0;
}

// Everything taken becomes durable, whatever stopped the reading.
asio::awaitable<void> import_job::settle() {
    auto const [error, count] = co_await rows_->finish(as_result);
    if (error) stop(describe(error, rows_->last_error(), arguments_.common.path()));
    seconds_ = tally_->seconds();
    if (tally_->acks_error()) {
        stop(describe(tally_->acks_error(), error_info(), tally_->acks_path()));
    }
    if (int const signal = interruption_->signal(); signal != 0 && !lines_.is_done()) {
        stop(failure(exit_code::signal_base + signal, input_.name(), "interrupted"));
    }
    auto const [close_error] = co_await store_.close(as_result);
    if (close_error) stop(describe(close_error, error_info(), arguments_.common.path()));
    interruption_.reset();
}

int import_job::report() {
    tally_->clear_progress();
    if (arguments_.common.json) print(json_summary());
    if (stopped_) {
        stopped_->add_hint(counted(tally_->durable(), "record") +
                           (tally_->durable() == 1 ? " is durable" : " are durable"));
        throw failure(*stopped_);
    }
    if (!arguments_.common.json) print(summary());
    return exit_code::fine;
}

std::string import_job::summary() const {
    std::string const bad =
        tally_->bad() == 0 ? "" : fmt::format(", {} skipped", counted(tally_->bad(), "bad line"));
    return fmt::format("{} in {:.3f} s{}, {} records/s, backend {} ({})\n",
                       counted(tally_->durable(), "record"), seconds_, bad,
                       grouped(rate(tally_->durable(), seconds_)), to_string(engine_.backend()),
                       engine_.backend_reason());
}

std::string import_job::json_summary() const {
    json::object shown;
    shown["records"] = tally_->durable();
    shown["bad"] = tally_->bad();
    shown["seconds"] = std::round(seconds_ * 1e6) / 1e6;
    shown["rate"] = rate(tally_->durable(), seconds_);
    shown["backend"] = to_string(engine_.backend());
    shown["backend_reason"] = engine_.backend_reason();
    return to_json(json::value(std::move(shown))).value() + '\n';
}

}  // namespace storh::tool
