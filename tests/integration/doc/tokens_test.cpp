// Completion tokens and executors: how a result reaches its caller.

#include "integration/support/store_fixture.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <thread>

namespace storh::test {
namespace {

asio::awaitable<void> put_and_get(doc_store store) {
    json::object const document = document_of(1);
    record const stored = co_await store.put(document);
    std::optional<record> const again = co_await store.get(stored.id());
    BOOST_TEST(again->data() == document);
    auto const [error, absent] =
        co_await store.get(uuid_v7::generate(), asio::as_tuple(asio::deferred));
    BOOST_TEST(!error.failed());
    BOOST_TEST(!absent.has_value());
    std::optional<record> const awaited = co_await store.get(stored.id(), asio::use_awaitable);
    BOOST_TEST(awaited.has_value());
    co_await store.close();
}

asio::awaitable<void> throw_closed(doc_store store) {
    co_await store.close();
    co_await store.get(uuid_v7::generate());
}

asio::awaitable<void> get_many_times(doc_store store, uuid_v7 id, int count) {
    for (int n = 0; n < count; ++n) {
        std::optional<record> const found = co_await store.get(id);
        if (!found) throw std::runtime_error("the record is gone");
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tokens_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(coroutines_await_operations, store_fixture) {
    run(put_and_get(open()));
}

BOOST_FIXTURE_TEST_CASE(errors_are_thrown_in_coroutines, store_fixture) {
    BOOST_CHECK_EXCEPTION(run(throw_closed(open())), boost::system::system_error,
                          [](auto const& error) { return error.code() == errc::closed; });
}

BOOST_FIXTURE_TEST_CASE(futures_hold_results_and_errors, store_fixture) {
    doc_store store = doc_store::open(*on, root(), "pages", asio::use_future).get();
    record const stored = store.put(document_of(1), asio::use_future).get();
    BOOST_TEST(store.get(stored.id(), asio::use_future).get()->data() == document_of(1));
    store.close(asio::use_future).get();
    auto closed = store.get(stored.id(), asio::use_future);
    BOOST_CHECK_THROW((void)closed.get(), boost::system::system_error);
}

BOOST_FIXTURE_TEST_CASE(a_deferred_operation_starts_when_it_is_called, store_fixture) {
    doc_store store = open();
    {
        auto const never = store.put(document_of(1));
        (void)never;
    }
    auto put = store.put(document_of(2));
    BOOST_TEST(must(store.ids()).empty());
    BOOST_TEST(must(std::move(put)).data() == document_of(2));
    BOOST_TEST(must(store.ids()).size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(handlers_run_on_their_strand, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(1))).id();
    asio::thread_pool pool(4);
    auto const strand = asio::make_strand(pool);
    std::atomic<int> inside{0};
    std::atomic<int> count{0};
    auto const handler = [&](auto const&...) {
        if (!strand.running_in_this_thread() || ++inside != 1) std::abort();
        --inside;
        ++count;
    };
    for (int n = 0; n < 200; ++n) {
        store.put(document_of(n), asio::bind_executor(strand, handler));
        store.get(id, asio::bind_executor(strand, handler));
        store.get(uuid_v7::generate(), asio::bind_executor(strand, handler));
    }
    pool.join();
    BOOST_TEST(count.load() == 600);
}

BOOST_FIXTURE_TEST_CASE(handlers_are_never_called_by_the_initiating_function, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(1))).id();
    doc_store closed = open();
    must(closed.close());
    asio::io_context io;
    int count = 0;
    // Inside the context an executor may run things at once; the operation must not.
    asio::post(io, [&] {
        auto const token = [&] {
            return asio::bind_executor(io.get_executor(), [&](auto const&...) { ++count; });
        };
        store.get(id, token());
        closed.get(id, token());
        closed.put(document_of(1), token());
        closed.close(token());
        doc_store().get(id, token());
        store.put(uuid_v7(), document_of(1), token());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        BOOST_TEST(count == 0);
    });
    io.run();
    BOOST_TEST(count == 6);
}

BOOST_FIXTURE_TEST_CASE(a_context_runs_until_its_operations_are_done, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    bool is_done = false;
    store.put(document_of(1),
              asio::bind_executor(io.get_executor(), [&](auto const&...) { is_done = true; }));
    io.run();
    BOOST_TEST(is_done);
}

BOOST_FIXTURE_TEST_CASE(handlers_may_be_moved_only, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    int count = 0;
    auto handler = [only = std::make_unique<int>(7), &count](auto const&...) { count = *only; };
    store.put(document_of(1), asio::bind_executor(io.get_executor(), std::move(handler)));
    io.run();
    BOOST_TEST(count == 7);
}

BOOST_FIXTURE_TEST_CASE(a_million_awaits_in_a_row_use_no_stack, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(1))).id();
    bool const is_cheap = on->backend() == backend_kind::uring;
    int const count = is_cheap ? 1'000'000 : 100'000;
    run(get_many_times(store, id, is_sanitized() ? count / 10 : count));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
