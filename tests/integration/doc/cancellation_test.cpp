// Cancelling at every point of an operation's life: what the caller is told is what happened.

#include "integration/support/cancellable.hpp"
#include "integration/support/child.hpp"
#include "integration/support/store_fixture.hpp"
#include "support/seed.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <thread>

namespace storh::test {
namespace {

/// One ring that writes one record at a time, and a lock that holds every write before its rename.
struct held_writes : store_fixture {
    held_writes() {
        on = std::make_unique<engine>(options_under_test().rings(1));
        store = open(store_options().durable(durability::record).generation_max(1));
        stored = must(store.put(document_of(0)));
        lock = std::make_unique<held_lock>((collection() / ".storh/write.lock").string());
    }

    /// Returns when a write has begun.
    void wait_for_temp() const {
        while (temps().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    doc_store store;
    record stored;
    std::unique_ptr<held_lock> lock;
};

/// Cancels `start()` after every delay and checks the outcome; `allowed` may come beside success.
template <class Start>
void cancel_at_many_moments(char const* name, Start start, std::vector<error_code> allowed) {
    std::mt19937_64 random(random_seed(name));
    for (int round = 0; round < (is_sanitized() ? 60 : 150); ++round) {
        cancellable operation(start());
        auto const until = std::chrono::steady_clock::now() +
                           std::chrono::microseconds(random() % (round % 3 == 0 ? 3 : 600));
        while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
        operation.cancel(every_type[random() % every_type.size()]);
        auto const result = operation.finish();
        bool const is_expected =
            !result.error || std::ranges::find(allowed, result.error) != allowed.end();
        BOOST_TEST(is_expected, result.error.message());
    }
}

error_code const aborted = asio::error::operation_aborted;
error_code const unknown = errc::outcome_unknown;

}  // namespace

BOOST_AUTO_TEST_SUITE(cancellation_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_queued_put_is_given_up_without_effect, held_writes) {
    cancellable first(store.put(document_of(1)));
    wait_for_temp();
    for (asio::cancellation_type const type : every_type) {
        uuid_v7 const id = uuid_v7::generate();
        cancellable queued(store.put(id, document_of(2)));
        BOOST_TEST(!queued.is_done());
        queued.cancel(type);
        BOOST_TEST(queued.finish().error == aborted);
        cancellable replacing(store.put(stored.id(), document_of(3)));
        replacing.cancel(type);
        BOOST_TEST(replacing.finish().error == aborted);
        cancellable removal(store.remove(stored.id()));
        removal.cancel(type);
        BOOST_TEST(removal.finish().error == aborted);
    }
    lock->release();
    BOOST_TEST(!first.finish().error.failed());
    BOOST_TEST(must(store.ids()).size() == 2U);
    BOOST_TEST(must(store.get(stored.id()))->data() == document_of(0));
}

BOOST_FIXTURE_TEST_CASE(a_put_that_has_begun_ignores_partial_and_total, held_writes) {
    cancellable put(store.put(document_of(1)));
    wait_for_temp();
    put.cancel(asio::cancellation_type::total);
    put.cancel(asio::cancellation_type::partial);
    BOOST_TEST(!put.is_done());
    lock->release();
    auto const result = put.finish();
    BOOST_TEST(!result.error.failed());
    BOOST_TEST(must(store.get(result.value.id())).has_value());
}

BOOST_FIXTURE_TEST_CASE(terminal_ends_a_put_at_once_and_the_write_goes_on, held_writes) {
    uuid_v7 const id = uuid_v7::generate();
    cancellable put(store.put(id, document_of(1)));
    wait_for_temp();
    put.cancel(asio::cancellation_type::terminal);
    BOOST_TEST(put.finish().error == unknown);
    lock->release();
    must(store.close());
    BOOST_TEST(must(open().get(id))->data() == document_of(1));
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_patch_is_cancelled_like_a_put, held_writes) {
    json::object change;
    change["m"] = 1;
    cancellable begun(store.patch(stored.id(), change));
    wait_for_temp();
    change["q"] = 1;
    cancellable queued(store.patch(stored.id(), change));
    queued.cancel(asio::cancellation_type::total);
    BOOST_TEST(queued.finish().error == aborted);
    begun.cancel(asio::cancellation_type::total);
    BOOST_TEST(!begun.is_done());
    begun.cancel(asio::cancellation_type::terminal);
    BOOST_TEST(begun.finish().error == unknown);
    lock->release();
    must(store.close());
    json::object const present = must(open().get(stored.id()))->data();
    BOOST_TEST(present.contains("m"));
    BOOST_TEST(!present.contains("q"));
}

BOOST_FIXTURE_TEST_CASE(put_many_ends_at_once_when_the_caller_insists, held_writes) {
    cancellable rows(store.put_many(std::vector<put_row>(10, put_row(document_of(1)))));
    wait_for_temp();
    rows.cancel(asio::cancellation_type::total);
    BOOST_TEST(!rows.is_done());
    rows.cancel(asio::cancellation_type::terminal);
    BOOST_TEST(rows.finish().error == unknown);
    lock->release();
    must(store.close());
    // The row that had begun is there, those that had not are not.
    BOOST_TEST(must(open().ids()).size() == 2U);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(an_inserter_put_that_waits_for_a_place_is_given_up, held_writes) {
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor(), inserter_options().in_flight(1));
    must(rows.put(document_of(1)));
    cancellable waiting(rows.put(document_of(2)));
    BOOST_TEST(!waiting.is_done());
    waiting.cancel(asio::cancellation_type::total);
    BOOST_TEST(waiting.finish().error == aborted);
    cancellable finishing(rows.finish());
    finishing.cancel(asio::cancellation_type::total);
    BOOST_TEST(finishing.finish().error == aborted);
    lock->release();
    BOOST_TEST(must(rows.finish()) == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_cancelled_close_still_closes, held_writes) {
    burst<record> puts;
    puts.add(store.put(document_of(1)));
    wait_for_temp();
    asio::io_context io;
    asio::cancellation_signal signal;
    error_code result;
    store.close(asio::bind_cancellation_slot(
        signal.slot(), asio::bind_executor(io.get_executor(), [&](error_code e) { result = e; })));
    signal.emit(asio::cancellation_type::total);
    io.run();
    BOOST_TEST(result == aborted);
    BOOST_TEST(wait(store.put(document_of(1))).error == errc::closed);
    lock->release();
    must(store.close());
    BOOST_TEST(count_errors(puts.run(), error_code()) == 1U);
}

BOOST_FIXTURE_TEST_CASE(writes_may_be_cancelled_at_any_moment, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(0))).id();
    std::vector<error_code> const allowed{aborted, unknown};
    cancel_at_many_moments(
        "put", [&] { return store.put(document_of(1)); }, allowed);
    cancel_at_many_moments(
        "replace", [&] { return store.put(id, document_of(1)); }, allowed);
    cancel_at_many_moments(
        "patch", [&] { return store.patch(id, document_of(2)); }, allowed);
    cancel_at_many_moments(
        "remove", [&] { return store.remove(uuid_v7::generate()); }, allowed);
    cancel_at_many_moments(
        "put_many",
        [&] { return store.put_many(std::vector<put_row>(5, put_row(document_of(3)))); }, allowed);
    must(store.put(id, document_of(9)));
    BOOST_TEST(must(store.get(id))->data() == document_of(9));
    must(store.close());
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(reads_may_be_cancelled_at_any_moment, store_fixture) {
    doc_store store = open();
    json::object large;
    large["text"] = std::string(200000, 'x');
    uuid_v7 const id = must(store.put(large)).id();
    std::vector<error_code> const allowed{aborted};
    cancel_at_many_moments(
        "get", [&] { return store.get(id); }, allowed);
    cancel_at_many_moments(
        "get_many", [&] { return store.get_many(std::vector<uuid_v7>(20, id)); }, allowed);
    cancel_at_many_moments(
        "ids", [&] { return store.ids(); }, allowed);
    cancel_at_many_moments(
        "stats", [&] { return store.stats(); }, allowed);
    cancel_at_many_moments(
        "open", [&] { return doc_store::open(*on, root(), "pages"); }, allowed);
    BOOST_TEST((must(store.get(id))->data() == large));
}

BOOST_FIXTURE_TEST_CASE(inserters_may_be_cancelled_at_any_moment, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor(), inserter_options().in_flight(1));
    cancel_at_many_moments("insert", [&] { return rows.put(document_of(1)); }, {aborted, unknown});
    cancel_at_many_moments("finish", [&] { return rows.finish(); }, {aborted});
    std::uint64_t const written = must(rows.finish());
    BOOST_TEST(must(store.ids()).size() == written);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
