#include "doc/jsonl/import_operation.hpp"

#include "doc/insertion.hpp"
#include "format/line_splitter.hpp"
#include "io/input_file.hpp"
#include "io/spawn.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>

#include <chrono>
#include <span>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

/// How long to wait for a pipe before asking whether the import is still wanted; and while records
/// are on their way, which the same ring may have to write.
constexpr std::chrono::milliseconds patience_when_idle(50);
constexpr std::chrono::milliseconds patience_when_busy(1);

/// A line may be longer than its record by white space and escapes.
constexpr std::size_t line_slack_bytes = std::size_t{64} << 10;

/// Whether the fault lies in the line itself, so that the next one may be fine.
bool is_about_the_line(sys::error_code error) {
    return error == errc::invalid_row || error == errc::invalid_json || error == errc::invalid_id ||
           error == errc::too_deep || error == errc::record_too_large ||
           error == errc::unsupported_record || error == errc::schema_violation;
}

/// The caller's options, with the progress told of what becomes durable.
inserter_options count_durable(inserter_options options, std::shared_ptr<progress> counts) {
    if (!counts) return options;
    auto tell = options.on_durable();
    return options.on_durable(
        [tell = std::move(tell), counts = std::move(counts)](std::span<uuid_v7 const> ids) {
            counts->add_records(ids.size());
            if (tell) tell(ids);
        });
}

struct start_put_line {
    start_put_line(std::shared_ptr<insertion> to, input_line what, error_info* report)
        : rows(std::move(to)), line(std::move(what)), info(report) {}
    void operator()(std::shared_ptr<insert_completion> done) && {
        done->report_to(info);
        rows->put_line(std::move(line.text), line.number, std::move(done));
    }
    std::shared_ptr<insertion> rows;
    input_line line;
    error_info* info;
};

struct start_finish {
    start_finish(std::shared_ptr<insertion> of, error_info* report)
        : rows(std::move(of)), info(report) {}
    void operator()(std::shared_ptr<finish_completion> done) && {
        done->report_to(info);
        rows->finish(std::move(done));
    }
    std::shared_ptr<insertion> rows;
    error_info* info;
};

auto put_line(std::shared_ptr<insertion> rows, input_line line, error_info& details) {
    return detail::initiate<uuid_v7>(asio::as_tuple(asio::deferred), asio::error::operation_aborted,
                                     start_put_line(std::move(rows), std::move(line), &details));
}

auto finish(std::shared_ptr<insertion> rows, error_info& details) {
    return detail::initiate<std::uint64_t>(asio::as_tuple(asio::deferred),
                                           asio::error::operation_aborted,
                                           start_finish(std::move(rows), &details));
}

class import_operation {
public:
    import_operation(std::shared_ptr<collection> state, io::ring_loop& loop, std::string path,
                     import_options options, std::shared_ptr<import_completion> done)
        : state_(std::move(state)),
          rows_(std::make_shared<insertion>(state_, loop.get_executor(),
                                            count_durable(options.writes(), options.report_to()))),
          file_(loop, path),
          lines_(state_->options().record_bytes_max() + line_slack_bytes),
          path_(std::move(path)),
          options_(std::move(options)),
          done_(std::move(done)) {}

    io::task<void> run() {
        if (done_->try_start()) {
            co_await read_lines();
            co_await settle();
            done_->complete_error_with(error_, std::move(info_), report_);
        }
        state_->end();
    }

private:
    io::task<void> read_lines() {
        if (auto const error = co_await file_.open()) co_return fail(error, error_info(), 0);
        auto const& counts = options_.report_to();
        if (counts) counts->set_total(file_.bytes_to_come().value_or(0));
        while (!error_ && !lines_.is_done()) {
            if (std::optional<input_line> line = lines_.next()) {
                co_await take(std::move(*line));
                stop_if_asked();
                continue;
            }
            sys::error_code const error = co_await file_.read(patience());
            if (error) co_return fail(error, error_info(), 0);
            if (counts) counts->add_done(file_.piece().size());
            file_.is_at_end() ? lines_.end() : lines_.feed(file_.piece());
            stop_if_asked();
            stop_if_closed();
            // settle() tells which; the next line may be long in coming.
            if (rows_->has_failed()) co_return;
        }
    }

    [[nodiscard]] std::chrono::milliseconds patience() const {
        return rows_->is_idle() ? patience_when_idle : patience_when_busy;
    }

    io::task<void> take(input_line line) {
        std::uint64_t const number = line.number;
        error_info details;
        if (line.is_too_long) {
            details.set_detail("the line is longer than a record may be");
            co_return refuse(errc::record_too_large, std::move(details), number);
        }
        auto const [error, id] = co_await put_line(rows_, std::move(line), details);
        if (!error) co_return;
        if (is_about_the_line(error)) {
            refuse(error, std::move(details), number);
        } else {
            fail(error, std::move(details), number);
        }
    }

    /// Everything taken becomes durable, whatever stopped the reading.
    io::task<void> settle() {
        error_info details;
        auto const [error, count] = co_await finish(rows_, details);
        report_.records = count;
        if (error) fail(error, std::move(details), 0);
    }

    void refuse(sys::error_code error, error_info details, std::uint64_t line) {
        ++report_.bad_lines;
        if (options_.on_bad_line() == bad_line_policy::stop) {
            return fail(error, std::move(details), line);
        }
        locate(details, line);
        if (options_.bad_line()) options_.bad_line()(error, details);
    }

    /// The first failure counts. One of an earlier write has its own line in `details`.
    void fail(sys::error_code error, error_info details, std::uint64_t line) {
        if (error_) return;
        error_ = error;
        locate(details, line);
        info_ = std::make_unique<error_info>(std::move(details));
    }

    /// Names the line of the import; where in the collection the fault lies is told in the detail.
    void locate(error_info& details, std::uint64_t line) const {
        if (!details.path().empty()) details.set_detail(details.path() + ": " + details.detail());
        details.set_path(path_);
        if (details.line() == 0) details.set_line(line);
    }

    /// With every line taken there is nothing to stop.
    void stop_if_asked() {
        if (lines_.is_done()) return;
        if (done_->is_asked_to_stop() || done_->is_done()) {
            fail(asio::error::operation_aborted, error_info(), 0);
        }
    }

    /// A line would find out by itself, but there may be none for a long time.
    void stop_if_closed() {
        if (file_.is_at_end()) return;
        if (auto const error = state_->begin()) return fail(error, error_info(), 0);
        state_->end();
    }

    std::shared_ptr<collection> state_;
    std::shared_ptr<insertion> rows_;
    io::input_file file_;
    line_splitter lines_;
    std::string path_;
    import_options options_;
    std::shared_ptr<import_completion> done_;
    import_report report_;
    sys::error_code error_;
    std::unique_ptr<error_info> info_;
};

// The operation lives in the coroutine's frame.
io::task<void> run_import(std::unique_ptr<import_operation> operation) {
    co_await operation->run();
}

}  // namespace

void start_import(std::shared_ptr<collection> state, std::string path, import_options options,
                  std::shared_ptr<import_completion> done) {
    done->report_to(options.info());
    if (auto const error = state->begin_write()) return done->complete_error(error);
    io::ring_loop& loop = state->store().rings().loop_of_path(path);
    io::spawn(loop,
              run_import(std::make_unique<import_operation>(std::move(state), loop, std::move(path),
                                                            std::move(options), std::move(done))));
}

}  // namespace storh::doc
