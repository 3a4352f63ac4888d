#include "support/caches.hpp"
#include "support/closed_loop.hpp"
#include "support/page_plan.hpp"
#include "support/sample_data.hpp"
#include "support/store_session.hpp"
#include "workloads/workloads.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <stdexcept>
#include <vector>

namespace storh::bench {

namespace {

/// Compares a page with the ids that it has to give.
class page_check {
public:
    explicit page_check(std::span<uuid_v7 const> wanted) : wanted_(wanted) {}

    void operator()(record const& found) {
        if (wanted_.empty() || found.id() != wanted_.front()) {
            throw std::runtime_error("a page gave another record than was stored");
        }
        wanted_ = wanted_.subspan(1);
    }

    [[nodiscard]] bool is_complete() const noexcept { return wanted_.empty(); }

private:
    std::span<uuid_v7 const> wanted_;
};

/// Asks until the page is complete, as one does who knows its length.
asio::awaitable<void> read_page(record_stream stream, std::size_t records, page_check* check) {
    while (!check->is_complete()) {
        auto asking = stream.next_many(records);
        std::vector<record> const found = co_await std::move(asking);
        if (found.empty()) throw std::runtime_error("a page is too short");
        for (record const& one : found) (*check)(one);
    }
}

/// One page after the other, as a server answers: a query, and its records up to the end.
asio::awaitable<void> read_pages(doc_store store, page_plan const* plan, measurement* result) {
    for (std::size_t i = 0; i < plan->size(); ++i) {
        page_check check(plan->page(i));
        record_query query;
        query.after(plan->cursor(i)).limit(plan->page_records());
        auto const start = steady::now();
        auto reading = read_page(store.stream(query), plan->page_records(), &check);
        co_await std::move(reading);
        auto const taken = steady::now() - start;
        result->latency.add(taken);
        result->seconds += std::chrono::duration<double>(taken).count();
    }
    result->operations = plan->size();
}

measurement run_page(site& on, run_settings const& settings) {
    auto const root = on.filled_root(settings);
    page_plan const plan(sample_data(settings.records, settings.record_bytes, settings.seed).ids(),
                         settings.seed);
    store_session session(root, settings, access_mode::read_only);
    measurement first;
    run_to_end(session.context(), read_pages(session.store(), &plan, &first));
    auto const enters = session.enters();
    measurement result;
    run_to_end(session.context(), read_pages(session.store(), &plan, &result));
    result.enters = session.enters() - enters;
    session.close();
    return result;
}

}  // namespace

constinit workload const page_workload{
    .name = "page",
    .summary = "stream() of 100 records after a cursor, 200 times, each page for the second time",
    .has_backend = true,
    .run = run_page,
};

}  // namespace storh::bench
