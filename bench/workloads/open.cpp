#include "support/closed_loop.hpp"
#include "support/store_session.hpp"
#include "workloads/workloads.hpp"

#include <string>
#include <utility>

namespace storh::bench {

namespace {

constexpr unsigned opens = 100;

asio::awaitable<void> open_and_close(storh::engine* on, std::string root, store_options options,
                                     measurement* result) {
    for (unsigned i = 0; i < opens; ++i) {
        check_interrupted();
        auto opening = doc_store::open(*on, root, collection_name, options);
        auto const start = steady::now();
        doc_store store = co_await std::move(opening);
        auto const taken = steady::now() - start;
        result->latency.add(taken);
        result->seconds += std::chrono::duration<double>(taken).count();
        auto closing = store.close();
        co_await std::move(closing);
    }
    result->operations = opens;
}

measurement run_open(site& on, run_settings const& settings) {
    auto const root = on.filled_root(settings);
    asio::io_context context(1);
    storh::engine engine(engine_options_of(settings));
    auto const options = store_options_of(settings, access_mode::read_write);
    measurement result;
    run_to_end(context, open_and_close(&engine, root.string(), options, &result));
    return result;
}

}  // namespace

constinit workload const open_workload{
    .name = "open",
    .summary = "open a collection that was closed cleanly, 100 times",
    .has_backend = true,
    .run = run_open,
};

}  // namespace storh::bench
