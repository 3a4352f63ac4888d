// Queries that are cancelled, left half-way, or whose store or engine goes meanwhile.

#include "integration/support/cancellable.hpp"
#include "integration/support/queries.hpp"
#include "support/seed.hpp"

#include <chrono>
#include <memory>
#include <random>
#include <thread>

namespace storh::test {
namespace {

error_code const aborted = asio::error::operation_aborted;

query by_n() {
    return query().order_by("n");
}

void pause(std::mt19937_64& random) {
    auto const until =
        std::chrono::steady_clock::now() + std::chrono::microseconds(random() % 3000);
    while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
}

/// An outcome that a call may have when it is interrupted at any moment.
bool is_allowed(error_code error) {
    return !error || error == aborted || error == errc::closed;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_life_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_cancelled_next_of_a_sorted_query_takes_nothing, stream_fixture) {
    auto const placed = place_many(600);
    doc_store store = open();
    std::mt19937_64 random(random_seed("query_life_suite/next"));
    for (int round = 0; round < 20; ++round) {
        record_stream rows = must(store.query(by_n()));
        cancellable next(rows.next());
        pause(random);
        next.cancel(every_type[random() % 3]);
        auto const first = next.finish();
        BOOST_TEST(is_allowed(first.error));
        std::size_t const taken = first.error ? 0 : 1;
        BOOST_TEST(drain(rows).size() + taken == placed.size());
    }
}

BOOST_FIXTURE_TEST_CASE(count_first_and_explain_are_cancelled_at_any_moment, stream_fixture) {
    (void)place_many(600);
    doc_store store = open();
    std::mt19937_64 random(random_seed("query_life_suite/cancel"));
    for (int round = 0; round < 30; ++round) {
        cancellable count(store.count(query().where(field("n").gte(0))));
        cancellable first(store.first(by_n()));
        cancellable plan(store.explain(by_n()));
        pause(random);
        asio::cancellation_type const type = every_type[random() % 3];
        count.cancel(type);
        first.cancel(type);
        plan.cancel(type);
        auto const counted = count.finish();
        BOOST_TEST(is_allowed(counted.error));
        if (!counted.error) BOOST_TEST(counted.value == 600U);
        BOOST_TEST(is_allowed(first.finish().error));
        BOOST_TEST(is_allowed(plan.finish().error));
    }
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(a_stream_left_half_way_lets_the_store_close, stream_fixture) {
    (void)place_many(600);
    std::mt19937_64 random(random_seed("query_life_suite/left"));
    for (int round = 0; round < 30; ++round) {
        doc_store store = open();
        auto rows =
            std::make_unique<record_stream>(must(store.query(round % 2 == 0 ? by_n() : query())));
        cancellable next(rows->next());
        pause(random);
        rows.reset();
        BOOST_TEST(is_allowed(next.finish().error));
        must(store.close());
    }
}

BOOST_FIXTURE_TEST_CASE(closing_ends_what_is_under_way, stream_fixture) {
    (void)place_many(600);
    std::mt19937_64 random(random_seed("query_life_suite/close"));
    for (int round = 0; round < 30; ++round) {
        doc_store store = open();
        record_stream rows = must(store.query(by_n()));
        cancellable next(rows.next());
        cancellable count(store.count(query()));
        pause(random);
        must(store.close());
        BOOST_TEST(is_allowed(next.finish().error));
        BOOST_TEST(is_allowed(count.finish().error));
        BOOST_TEST(wait(rows.next()).error == errc::closed);
        BOOST_TEST(wait(store.query(query())).error == errc::closed);
        BOOST_TEST(wait(store.count(query())).error == errc::closed);
        BOOST_TEST(wait(store.explain(query())).error == errc::closed);
    }
}

BOOST_FIXTURE_TEST_CASE(an_engine_may_go_while_a_query_sorts, stream_fixture) {
    (void)place_many(600);
    std::mt19937_64 random(random_seed("query_life_suite/engine"));
    for (int round = 0; round < 10; ++round) {
        on = std::make_unique<engine>(options_under_test());
        doc_store store = open();
        record_stream rows = must(store.query(by_n()));
        cancellable next(rows.next());
        cancellable count(store.count(query()));
        pause(random);
        on.reset();
        BOOST_TEST(is_allowed(next.finish().error));
        BOOST_TEST(is_allowed(count.finish().error));
        BOOST_TEST(wait(store.first(query())).error == errc::closed);
    }
}

BOOST_FIXTURE_TEST_CASE(an_empty_handle_is_closed, stream_fixture) {
    doc_store store;
    BOOST_TEST(wait(store.query(query())).error == errc::closed);
    BOOST_TEST(wait(store.count(query())).error == errc::closed);
    BOOST_TEST(wait(store.first(query())).error == errc::closed);
    BOOST_TEST(wait(store.explain(query())).error == errc::closed);
    record_stream rows;
    BOOST_TEST(wait(rows.next()).error == errc::closed);
    BOOST_TEST(rows.skipped_count() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
