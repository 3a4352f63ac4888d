#include "doc/query/query_operations.hpp"

#include "doc/query/planned_query.hpp"
#include "doc/stream/next_rows.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

namespace storh::doc {
namespace {

namespace sys = boost::system;

constexpr std::size_t rows_at_once = 256;

/// A query under way for one caller.
template <class... Values>
struct run {
    run(std::shared_ptr<collection> in, query asked, query_options const& options,
        std::shared_ptr<detail::completion<Values...>> whom)
        : state(std::move(in)), plan(state, std::move(asked), options), done(std::move(whom)) {}
    run(run const&) = delete;
    run& operator=(run const&) = delete;
    ~run() { plan.stream()->abandon(); }

    /// Reads on until `most` are there or no more come, and gives the last of them.
    io::task<std::optional<record>> read(std::uint64_t most) {
        std::optional<record> last;
        while (count < most && !done->is_done()) {
            std::uint64_t const wanted = std::min<std::uint64_t>(most - count, rows_at_once);
            auto [failed, rows] =
                co_await next_rows(plan.stream(), static_cast<std::size_t>(wanted), *info);
            error = failed;
            if (error || rows.empty()) break;
            count += rows.size();
            last = std::move(rows.back());
        }
        co_return last;
    }

    void finish(Values... values) {
        if (error) {
            done->complete_error(error, std::move(info));
        } else {
            done->complete({}, std::move(values)...);
        }
    }

    std::shared_ptr<collection> state;
    planned_query plan;
    std::shared_ptr<detail::completion<Values...>> done;
    std::unique_ptr<error_info> info = std::make_unique<error_info>();
    sys::error_code error;
    std::uint64_t count = 0;
};

using count_run = run<std::uint64_t>;
using first_run = run<std::optional<record>>;
using explain_run = run<query_plan>;

io::task<void> run_count(std::unique_ptr<count_run> work) {
    co_await work->read(UINT64_MAX);
    work->finish(work->count);
}

io::task<void> run_first(std::unique_ptr<first_run> work) {
    std::optional<record> found = co_await work->read(1);
    work->finish(std::move(found));
}

io::task<void> run_explain(std::unique_ptr<explain_run> work) {
    co_await work->read(UINT64_MAX);
    work->finish(work->plan.explain());
}

/// Starts `body` on the collection's ring; the collection is held open until its end.
template <class Run, class Done>
void start(io::task<void> (*body)(std::unique_ptr<Run>), std::shared_ptr<collection> state,
           query asked, query_options const& options, std::shared_ptr<Done> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    io::ring_loop& loop = state->loop();
    auto work = std::make_unique<Run>(state, std::move(asked), options, std::move(done));
    asio::co_spawn(loop.get_executor(), body(std::move(work)),
                   [state = std::move(state)](std::exception_ptr failure) noexcept {
                       if (failure) std::rethrow_exception(failure);
                       state->end();
                   });
}

}  // namespace

void start_count(std::shared_ptr<collection> state, query asked, query_options const& options,
                 std::shared_ptr<count_completion> done) {
    // The order makes no difference to the number.
    query unordered;
    unordered.groups(asked.groups());
    if (asked.limit()) unordered.limit(*asked.limit());
    if (asked.cursor()) unordered.cursor(*asked.cursor());
    start(&run_count, std::move(state), std::move(unordered), options, std::move(done));
}

void start_first(std::shared_ptr<collection> state, query asked, query_options const& options,
                 std::shared_ptr<first_completion> done) {
    asked.limit(std::min<std::uint64_t>(asked.limit().value_or(1), 1));
    start(&run_first, std::move(state), std::move(asked), options, std::move(done));
}

void start_explain(std::shared_ptr<collection> state, query asked, query_options const& options,
                   std::shared_ptr<explain_completion> done) {
    start(&run_explain, std::move(state), std::move(asked), options, std::move(done));
}

}  // namespace storh::doc
