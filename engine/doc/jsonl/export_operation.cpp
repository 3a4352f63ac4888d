#include "doc/jsonl/export_operation.hpp"

#include "doc/stream/next_rows.hpp"
#include "format/record_file.hpp"
#include "io/spawn.hpp"
#include "publish/commit/replaced_file.hpp"

#include <boost/asio/error.hpp>

#include <utility>
#include <vector>

namespace storh::doc {
namespace {

namespace sys = boost::system;

constexpr std::size_t rows_at_once = 256;

/// What becomes of an export is the caller's until the moment before the old file is replaced: it
/// is claimed then, so that a cancellation finds either the old file or an outcome that says what
/// is there.
class export_operation {
public:
    export_operation(std::shared_ptr<collection> state, io::ring_loop& loop, std::string path,
                     export_options const& options, std::shared_ptr<export_completion> done)
        : state_(std::move(state)),
          rows_(std::make_shared<stream_state>(state_, walk_of(state_, options.query()))),
          file_(loop, path),
          path_(std::move(path)),
          progress_(options.report_to()),
          done_(std::move(done)) {}
    export_operation(export_operation const&) = delete;
    export_operation& operator=(export_operation const&) = delete;
    ~export_operation() { rows_->abandon(); }

    io::task<void> run() {
        sys::error_code error = co_await make_file();
        bool const is_ours = !error && done_->claim();
        if (is_ours) error = note(co_await file_.replace());
        if (error || !is_ours) co_await file_.discard();
        if (is_ours) {
            done_->complete_claimed(error, std::move(info_), error ? 0 : records_);
        } else {
            done_->complete_error(error, std::move(info_));
        }
        state_->end();
    }

private:
    io::task<sys::error_code> make_file() {
        if (auto const error = note(co_await file_.open())) co_return error;
        while (!done_->is_done()) {
            error_info details;
            auto [error, found] = co_await next_rows(rows_, rows_at_once, details);
            if (error) {
                info_ = std::make_unique<error_info>(std::move(details));
                co_return error;
            }
            if (found.empty()) co_return co_await finish();
            if ((error = co_await append_all(std::move(found)))) co_return error;
        }
        co_return asio::error::operation_aborted;
    }

    io::task<sys::error_code> append_all(std::vector<record> rows) {
        for (record const& row : rows) {
            if (auto const error = append(row)) co_return error;
            if (!file_.is_full()) continue;
            if (auto const error = co_await flush()) co_return error;
        }
        co_return sys::error_code();
    }

    sys::error_code append(record const& row) {
        if (auto const error = append_record(file_.buffer(), row.id(), row.data())) {
            info_ = state_->describe(row.id());
            return error;
        }
        if (progress_ && records_ == 0) progress_->set_total(rows_->listed_count());
        ++records_;
        return {};
    }

    io::task<sys::error_code> flush() {
        sys::error_code const error = note(co_await file_.flush());
        if (!error) count(std::exchange(handed_over_, records_));
        co_return error;
    }

    io::task<sys::error_code> finish() {
        sys::error_code const error = note(co_await file_.sync());
        if (!error) count(records_);
        co_return error;
    }

    /// So many records are in the file.
    void count(std::uint64_t written) {
        std::uint64_t const more = written - std::exchange(counted_, written);
        if (!progress_) return;
        progress_->add_records(more);
        progress_->add_done(more);
    }

    /// An error of the file, described.
    sys::error_code note(sys::error_code error) {
        if (!error) return error;
        info_ = std::make_unique<error_info>();
        info_->set_path(path_);
        info_->set_detail(error == errc::outcome_unknown
                              ? "the new file is there, but its directory could not be synced"
                              : error.message());
        return error;
    }

    std::shared_ptr<collection> state_;
    std::shared_ptr<stream_state> rows_;
    publish::replaced_file file_;
    std::string path_;
    std::shared_ptr<progress> progress_;
    std::shared_ptr<export_completion> done_;
    std::unique_ptr<error_info> info_;
    std::uint64_t records_ = 0;
    std::uint64_t handed_over_ = 0;  // the records up to the last flush
    std::uint64_t counted_ = 0;
};

// The operation lives in the coroutine's frame.
io::task<void> run_export(std::unique_ptr<export_operation> operation) {
    co_await operation->run();
}

}  // namespace

void start_export(std::shared_ptr<collection> state, std::string path, export_options options,
                  std::shared_ptr<export_completion> done) {
    done->report_to(options.info());
    if (auto const error = state->begin()) return done->complete_error(error);
    io::ring_loop& loop = state->store().rings().loop_of_path(path);
    io::spawn(loop, run_export(std::make_unique<export_operation>(
                        std::move(state), loop, std::move(path), options, std::move(done))));
}

}  // namespace storh::doc
