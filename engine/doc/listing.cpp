#include "doc/listing.hpp"

#include "io/batch.hpp"
#include "publish/bucket_list.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

using ids_completion = detail::completion<std::vector<uuid_v7>>;

struct bucket_lists {
    bucket_lists() = default;
    std::deque<publish::bucket_list_job> jobs;
    sys::error_code error;
};

/// Lists all buckets; the workers share the work whichever ring asks.
io::task<void> list_buckets(io::ring_loop& loop, int directory, bucket_lists& lists) {
    lists.error = directory_error(directory);
    if (directory < 0) co_return;
    io::batch all(loop);
    for (unsigned bucket = 0; bucket < 256; ++bucket) {
        auto& job = lists.jobs.emplace_back(directory, static_cast<std::uint8_t>(bucket));
        all.start_job(job.op);
    }
    co_await all.finished();
    for (auto const& job : lists.jobs) {
        if (job.error() && !lists.error) lists.error = job.error();
    }
}

io::task<void> run_ids(std::shared_ptr<collection> state, std::shared_ptr<ids_completion> done) {
    bucket_lists lists;
    if (done->try_start()) {
        co_await list_buckets(state->store().rings().loop(0), state->store().directory(), lists);
        std::vector<uuid_v7> ids;
        for (auto const& job : lists.jobs) ids.insert(ids.end(), job.ids.begin(), job.ids.end());
        std::ranges::sort(ids);
        if (lists.error) {
            done->complete_error(lists.error);
        } else {
            done->complete({}, std::move(ids));
        }
    }
    state->end();
}

}  // namespace

void start_ids(std::shared_ptr<collection> state, std::shared_ptr<ids_completion> done) {
    if (auto const error = state->begin()) return done->complete_error(error);
    auto const executor = state->store().rings().loop(0).get_executor();
    asio::co_spawn(executor, run_ids(std::move(state), std::move(done)), asio::detached);
}

}  // namespace storh::doc
