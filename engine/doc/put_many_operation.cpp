#include "doc/put_many_operation.hpp"

#include "base/xxh128.hpp"
#include "doc/write_operation.hpp"

#include <storh/error.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace storh::doc {
namespace {

constexpr std::size_t window_max = 4096;

/// Shared by the rows in flight; each finish() starts the next row.
class put_many_operation : public std::enable_shared_from_this<put_many_operation> {
public:
    put_many_operation(std::shared_ptr<collection> state, std::vector<put_row> rows,
                       std::shared_ptr<put_many_completion> done)
        : state_(std::move(state)),
          rows_(std::move(rows)),
          results_(rows_.size()),
          done_(std::move(done)),
          unfinished_(rows_.size()) {}

    void start() {
        if (rows_.empty()) return end();
        std::size_t const window = std::min(window_max, rows_.size());
        for (std::size_t count = 0; count < window; ++count) start_next();
    }

private:
    class row_write final : public publish::write_request {
    public:
        row_write(std::shared_ptr<put_many_operation> of, std::size_t row)
            : all_(std::move(of)), row_(row) {}

        [[nodiscard]] bool try_start() noexcept override { return all_->try_start(); }
        void finish() noexcept override {
            std::unique_ptr<row_write> const self(this);
            all_->finished(row_, error);
        }

    private:
        std::shared_ptr<put_many_operation> all_;
        std::size_t row_;
    };

    bool try_start() noexcept { return done_->try_start() || !done_->is_done(); }

    /// Encodes rows until one is on its way or all are.
    void start_next() {
        while (!submit_next()) count_down();
    }

    /// False when the next row cannot be encoded. One at a time, whichever ring asks: rows of one id
    /// have to reach their ring in order.
    bool submit_next() {
        std::lock_guard const lock(order_);
        if (next_ == rows_.size()) return true;
        auto request = encode(next_++);
        if (!request) return false;
        state_->store().submit(*request.release());
        return true;
    }

    std::unique_ptr<row_write> encode(std::size_t row) {
        put_row source = std::move(rows_[row]);
        put_result& result = results_[row];
        auto request = std::make_unique<row_write>(shared_from_this(), row);
        request->id = source.id ? *source.id : uuid_v7::generate();
        result.id = request->id;
        error_info info;
        result.error = request->id.is_nil() ? make_error_code(errc::invalid_id)
                                            : encode_into(*request, source.data, *state_, info);
        if (result.error) {
            result.detail = info.detail();
            return nullptr;
        }
        result.tag = hash_bytes(request->bytes);
        return request;
    }

    void finished(std::size_t row, boost::system::error_code error) {
        bool const was_cancelled = !error && done_->is_done();
        results_[row].error = was_cancelled ? make_error_code(errc::outcome_unknown) : error;
        start_next();
        count_down();
    }

    void count_down() {
        if (unfinished_.fetch_sub(1) == 1) end();
    }

    void end() {
        auto const failed = std::ranges::find_if(
            results_, [](put_result const& one) { return one.error.failed(); });
        if (failed == results_.end()) {
            done_->complete({}, std::move(results_));
        } else {
            auto info = state_->describe(failed->id);
            info->set_line(static_cast<std::uint64_t>(failed - results_.begin()) + 1);
            info->set_detail(failed->error.message());
            boost::system::error_code const error = failed->error;
            done_->complete_error_with(error, std::move(info), std::move(results_));
        }
        state_->end();
    }

    std::shared_ptr<collection> state_;
    std::vector<put_row> rows_;
    std::vector<put_result> results_;
    std::shared_ptr<put_many_completion> done_;
    std::mutex order_;
    std::size_t next_ = 0;  // guarded by order_
    std::atomic<std::size_t> unfinished_;
};

}  // namespace

void start_put_many(std::shared_ptr<collection> state, std::vector<put_row> rows,
                    std::shared_ptr<put_many_completion> done) {
    if (auto const error = state->begin_write()) return done->complete_error(error);
    std::make_shared<put_many_operation>(std::move(state), std::move(rows), std::move(done))
        ->start();
}

}  // namespace storh::doc
