#include "doc/upkeep/index_operation.hpp"

#include "doc/stream/next_rows.hpp"
#include "doc/stream/walk.hpp"
#include "doc/upkeep/all_turns.hpp"
#include "index/index_admin.hpp"
#include "io/batch.hpp"
#include "io/spawn.hpp"
#include "publish/commit/prepare_job.hpp"

#include <boost/asio/error.hpp>

#include <functional>
#include <new>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

/// Records that one transaction enters, and bytes of their values about which it is enough: most of its
/// time is the sync, but writes wait for the rest.
constexpr std::size_t piece_records = 16384;
constexpr std::size_t piece_bytes = std::size_t{8} << 20;

/// Any blocking function, by a worker.
struct worker_call {
    explicit worker_call(std::function<sys::error_code()> what) : call(std::move(what)) {
        op.job = &worker_call::run;
        op.data = this;
    }

    std::function<sys::error_code()> call;
    sys::error_code error;
    io::operation op;

private:
    static int run(io::operation& op) noexcept {
        worker_call& self = *static_cast<worker_call*>(op.data);
        try {
            self.error = self.call();
        } catch (std::bad_alloc const&) {
            self.error.assign(ENOMEM, sys::system_category());
        }
        return 0;
    }
};

io::task<sys::error_code> call(io::ring_loop& loop, worker_call& what) {
    co_await io::run_job(loop, what.op);
    co_return what.error;
}

class build_operation {
public:
    build_operation(std::shared_ptr<collection> state, io::ring_loop& loop, index_options options,
                    detail::completion_base& done)
        : state_(std::move(state)),
          loop_(loop),
          options_(std::move(options)),
          done_(done),
          admin_(state_->indexes()) {}

    /// Builds what is wanted; without anything, all there are anew.
    io::task<sys::error_code> run(index_definition const* wanted) {
        sys::error_code error = co_await prepare();
        if (!error) error = co_await define(wanted);
        if (!error && !admin_.building().empty()) error = co_await build();
        if (!error) error = co_await clear_dropped();
        if (error && info.detail().empty()) describe(error);
        co_return error;
    }

    io::task<sys::error_code> clear_dropped() {
        bool is_left = true;
        worker_call step([&] { return admin_.clear_dropped(is_left); });
        sys::error_code error;
        while (is_left && !error) error = co_await call(loop_, step);
        co_return error;
    }

    error_info info;
    std::uint64_t records = 0;

private:
    io::task<sys::error_code> prepare() {
        publish::prepare_job job(state_->store().files());
        co_await io::run_job(loop_, job.op);
        if (job.error) info = std::move(job.info);
        co_return job.error;
    }

    io::task<sys::error_code> define(index_definition const* wanted) {
        all_turns turns(state_->store());
        sys::error_code error = co_await turns.enter(loop_);
        if (error) co_return error;
        worker_call step(
            [&] { return wanted != nullptr ? admin_.define(*wanted) : admin_.define_again(); });
        error = co_await call(loop_, step);
        co_await turns.leave(loop_);
        if (error == errc::locked) info.set_detail("somebody else is building this index");
        co_return error;
    }

    io::task<sys::error_code> build() {
        auto rows = std::make_shared<stream_state>(
            state_, walk_of(state_, record_query().on_error(error_policy::skip)));
        sys::error_code error = co_await enter_all(rows);
        rows->abandon();
        worker_call end([&] { return error ? admin_.abandon() : admin_.finish(); });
        sys::error_code const failure = co_await call(loop_, end);
        if (error) co_await clear_dropped();
        co_return error ? error : failure;
    }

    io::task<sys::error_code> enter_all(std::shared_ptr<stream_state> rows) {
        std::vector<index::record_values> values;
        worker_call step([&] { return admin_.enter(values, info); });
        while (!done_.is_done()) {
            bool is_at_end = false;
            sys::error_code error = co_await collect(rows, values, is_at_end);
            if (!error && !values.empty()) error = co_await call(loop_, step);
            if (error) co_return error;
            count(rows->listed_count(), values.size());
            if (is_at_end) co_return sys::error_code();
        }
        co_return asio::error::operation_aborted;
    }

    /// The values of so many records as one transaction takes.
    io::task<sys::error_code> collect(std::shared_ptr<stream_state> rows,
                                      std::vector<index::record_values>& values, bool& is_at_end) {
        values.clear();
        std::size_t bytes = 0;
        while (values.size() < piece_records && bytes < piece_bytes && !is_at_end) {
            auto [error, piece] = co_await next_rows(rows, piece_records, info);
            if (error) co_return error;
            is_at_end = piece.empty();
            for (record const& one : piece) {
                values.push_back(admin_.values_of(one.id(), one.data()));
                for (auto const& key : values.back().keys) bytes += key ? key->size() : 0;
            }
        }
        co_return sys::error_code();
    }

    void count(std::uint64_t of, std::uint64_t more) {
        records += more;
        if (!options_.report_to()) return;
        options_.report_to()->set_total(of);
        options_.report_to()->add_records(more);
        options_.report_to()->add_done(more);
    }

    void describe(sys::error_code error) {
        info.set_path(state_->indexes().directory());
        info.set_detail(error.message());
    }

    std::shared_ptr<collection> state_;
    io::ring_loop& loop_;
    index_options options_;
    detail::completion_base& done_;
    index::index_admin admin_;
};

io::task<void> run_build(std::shared_ptr<collection> state, std::vector<index_definition> wanted,
                         index_options options, std::shared_ptr<index_build_completion> done,
                         io::ring_loop& loop) {
    if (done->try_start()) {
        build_operation operation(state, loop, std::move(options), *done);
        sys::error_code error;
        if (wanted.empty()) error = co_await operation.run(nullptr);
        for (index_definition const& one : wanted) {
            if (!error) error = co_await operation.run(&one);
        }
        if (error) {
            done->complete_error(error, std::make_unique<error_info>(std::move(operation.info)));
        } else {
            done->complete({}, operation.records);
        }
    }
    state->end();
}

io::task<void> run_drop(std::shared_ptr<collection> state, index_definition unwanted,
                        std::shared_ptr<index_drop_completion> done, io::ring_loop& loop) {
    if (done->try_start()) {
        index::index_admin admin(state->indexes());
        bool was_there = false;
        worker_call step([&] { return admin.drop(unwanted, was_there); });
        sys::error_code error = co_await call(loop, step);
        if (!error && was_there) {
            build_operation operation(state, loop, index_options(), *done);
            error = co_await operation.clear_dropped();
        }
        done->complete(error, was_there);
    }
    state->end();
}

io::task<void> run_list(std::shared_ptr<collection> state,
                        std::shared_ptr<index_list_completion> done, io::ring_loop& loop) {
    index::index_admin admin(state->indexes());
    std::vector<index_status> listed;
    worker_call step([&] {
        auto found = admin.list();
        if (found) listed = std::move(*found);
        return found ? sys::error_code() : found.error();
    });
    sys::error_code const error = co_await call(loop, step);
    done->complete(error, std::move(listed));
    state->end();
}

}  // namespace

void start_list_indexes(std::shared_ptr<collection> state,
                        std::shared_ptr<index_list_completion> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    io::ring_loop& loop = state->loop();
    io::spawn(loop, run_list(std::move(state), std::move(done), loop));
}

void start_build_indexes(std::shared_ptr<collection> state, std::vector<index_definition> wanted,
                         index_options options, std::shared_ptr<index_build_completion> done) {
    done->report_to(options.info());
    if (auto const error = state->begin_write()) return done->complete_error(error);
    io::ring_loop& loop = state->loop();
    io::spawn(loop, run_build(std::move(state), std::move(wanted), std::move(options),
                              std::move(done), loop));
}

void start_drop_index(std::shared_ptr<collection> state, index_definition unwanted,
                      std::shared_ptr<index_drop_completion> done) {
    if (auto const error = state->begin_write()) return done->complete_error(error);
    io::ring_loop& loop = state->loop();
    io::spawn(loop, run_drop(std::move(state), std::move(unwanted), std::move(done), loop));
}

}  // namespace storh::doc
