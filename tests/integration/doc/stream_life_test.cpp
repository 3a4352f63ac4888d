// Streams that are cancelled, left half-way, or whose store or engine goes meanwhile.

#include "integration/support/cancellable.hpp"
#include "integration/support/child.hpp"
#include "integration/support/stream.hpp"
#include "io/ring_set.hpp"
#include "support/seed.hpp"

#include <boost/asio/post.hpp>

#include <chrono>
#include <future>
#include <memory>
#include <random>
#include <thread>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

error_code const aborted = asio::error::operation_aborted;

/// A call of next() with a context of its own, so that one that is never answered fails a test
/// instead of keeping it for ever.
class asked {
public:
    explicit asked(record_stream& rows) {
        rows.next(asio::bind_executor(
            io_.get_executor(), [this](error_code error, std::optional<record> found) {
                result_ = outcome<std::optional<record>>(error, std::move(found));
                is_done_ = true;
            }));
    }

    outcome<std::optional<record>> finish() {
        io_.run_for(std::chrono::seconds(60));
        BOOST_REQUIRE_MESSAGE(is_done_, "next() has not been answered");
        return std::move(result_);
    }

private:
    asio::io_context io_;
    outcome<std::optional<record>> result_;
    bool is_done_ = false;
};

/// Keeps the rings from doing anything, so that what is asked of them waits for sure.
class held_rings {
public:
    explicit held_rings(engine const& on) {
        io::ring_set& rings = *on.implementation();
        for (unsigned index = 0; index < rings.size(); ++index) {
            asio::post(rings.loop(index).get_executor(),
                       [go = std::shared_future<void>(go_)] { go.wait(); });
        }
    }
    held_rings(held_rings const&) = delete;
    held_rings& operator=(held_rings const&) = delete;
    ~held_rings() { release_.set_value(); }

private:
    std::promise<void> release_;
    std::shared_future<void> go_ = release_.get_future().share();
};

void pause(std::mt19937_64& random) {
    auto const until = std::chrono::steady_clock::now() +
                       std::chrono::microseconds(random() % (random() % 2 == 0 ? 3 : 800));
    while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_life_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_cancelled_first_next_takes_nothing, stream_fixture) {
    ids const placed = place_many(300);
    doc_store store = open();
    for (asio::cancellation_type const type : every_type) {
        record_stream rows = store.stream();
        std::optional<held_rings> held(*on);
        for (int n = 0; n < 3; ++n) {
            cancellable next(rows.next());
            next.cancel(type);
            BOOST_TEST(next.finish().error == aborted);
        }
        held.reset();
        BOOST_TEST((ids_of(drain(rows)) == placed));
    }
}

BOOST_FIXTURE_TEST_CASE(a_next_that_is_cancelled_at_any_moment_takes_a_record_or_nothing,
                        stream_fixture) {
    std::mt19937_64 random(random_seed("stream_life_suite/cancelled"));
    ids const placed = place_many(400);
    doc_store store = open();
    for (int round = 0; round < (is_sanitized() ? 10 : 40); ++round) {
        record_stream rows = store.stream();
        ids found;
        for (bool is_over = false; !is_over;) {
            cancellable next(rows.next());
            if (random() % 3 == 0) pause(random);
            if (random() % 2 == 0) next.cancel(every_type[random() % every_type.size()]);
            auto const result = next.finish();
            if (result.error) BOOST_REQUIRE(result.error == aborted);
            is_over = !result.error && !result.value;
            if (result.value) found.push_back(result.value->id());
        }
        BOOST_TEST((found == placed));
    }
}

BOOST_FIXTURE_TEST_CASE(a_cancelled_next_does_not_take_an_error_either, stream_fixture) {
    ids const placed = place_many(3);
    place(placed[0], "{");
    doc_store store = open();
    for (int round = 0; round < 50; ++round) {
        record_stream rows = store.stream();
        std::optional<held_rings> held(*on);
        cancellable next(rows.next());
        next.cancel(asio::cancellation_type::total);
        BOOST_TEST(next.finish().error == aborted);
        if (round % 2 == 0) held.reset();
        if (round % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        held.reset();
        BOOST_TEST(wait(rows.next()).error == errc::corrupt_record);
        BOOST_TEST((ids_of(drain(rows)) == ids(placed.begin() + 1, placed.end())));
    }
}

BOOST_FIXTURE_TEST_CASE(a_second_next_at_once_is_refused, stream_fixture) {
    ids const placed = place_many(10);
    doc_store store = open();
    record_stream rows = store.stream();
    std::optional<held_rings> held(*on);
    asked first(rows);
    asked second(rows);
    BOOST_TEST(second.finish().error == errc::closed);
    held.reset();
    BOOST_TEST((first.finish().value->id() == placed[0]));
    BOOST_TEST((ids_of(drain(rows)) == ids(placed.begin() + 1, placed.end())));
}

BOOST_FIXTURE_TEST_CASE(a_stream_may_go_at_any_place, stream_fixture) {
    std::mt19937_64 random(random_seed("stream_life_suite/left"));
    (void)place_many(600);
    doc_store store = open();
    for (int round = 0; round < 100; ++round) {
        record_stream rows = store.stream();
        (void)take(rows, random() % 300);
        pause(random);
    }
    // Nothing that was left keeps the store.
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(a_stream_that_goes_answers_who_waits, stream_fixture) {
    std::mt19937_64 random(random_seed("stream_life_suite/goes"));
    (void)place_many(300);
    doc_store store = open();
    for (int round = 0; round < 200; ++round) {
        std::optional<record_stream> rows(store.stream());
        if (round % 2 == 1) (void)take(*rows, random() % 200);
        asked next(*rows);
        if (round % 4 > 1) pause(random);
        rows.reset();
        auto const result = next.finish();
        BOOST_TEST((result.error == aborted || (!result.error && result.value)),
                   result.error.message());
    }
}

BOOST_FIXTURE_TEST_CASE(a_stream_that_is_assigned_to_answers_who_waits, stream_fixture) {
    ids const placed = place_many(300);
    doc_store store = open();
    record_stream rows = store.stream();
    std::optional<held_rings> held(*on);
    asked next(rows);
    rows = store.stream(record_query().limit(1));
    BOOST_TEST(next.finish().error == aborted);
    held.reset();
    BOOST_TEST((ids_of(drain(rows)) == ids{placed[0]}));
}

BOOST_FIXTURE_TEST_CASE(a_moved_stream_goes_on_and_its_source_is_closed, stream_fixture) {
    ids const placed = place_many(300);
    doc_store store = open();
    record_stream source = store.stream();
    (void)take(source, 10);
    record_stream rows = std::move(source);
    BOOST_TEST((ids_of(drain(rows)) == ids(placed.begin() + 10, placed.end())));
    // NOLINTNEXTLINE(bugprone-use-after-move): that is what is tested
    BOOST_TEST(wait(source.next()).error == errc::closed);
    BOOST_TEST(source.skipped_count() == 0U);
    BOOST_TEST(source.skipped().empty());
}

BOOST_FIXTURE_TEST_CASE(a_next_that_is_started_after_its_stream_has_gone_is_closed,
                        stream_fixture) {
    (void)place_many(3);
    doc_store store = open();
    std::optional<record_stream> rows(store.stream());
    auto late = rows->next();
    rows.reset();
    BOOST_TEST(wait(std::move(late)).error == errc::closed);
}

BOOST_FIXTURE_TEST_CASE(a_stream_keeps_its_collection_open, stream_fixture) {
    ids const placed = place_many(600);
    std::optional<doc_store> store(open());
    record_stream rows = store->stream();
    store.reset();
    BOOST_TEST((ids_of(drain(rows)) == placed));
}

BOOST_AUTO_TEST_CASE(the_stream_of_an_empty_handle_is_closed) {
    record_stream rows = doc_store().stream();
    BOOST_TEST(wait(rows.next()).error == errc::closed);
}

BOOST_FIXTURE_TEST_CASE(a_closed_store_ends_its_streams, stream_fixture) {
    (void)place_many(600);
    doc_store store = open();
    record_stream fresh = store.stream();
    record_stream begun = store.stream();
    record_stream ended = store.stream(record_query().limit(2));
    (void)take(begun, 10);
    (void)drain(ended);
    must(store.close());
    for (record_stream* const rows : {&fresh, &begun, &ended}) {
        for (int n = 0; n < 3; ++n) BOOST_TEST(asked(*rows).finish().error == errc::closed);
    }
    BOOST_TEST(wait(store.stream().next()).error == errc::closed);
}

BOOST_FIXTURE_TEST_CASE(an_engine_that_goes_ends_its_streams, stream_fixture) {
    (void)place_many(600);
    doc_store store = open();
    record_stream fresh = store.stream();
    record_stream begun = store.stream();
    record_stream waiting = store.stream();
    (void)take(begun, 10);
    asked next(waiting);
    on.reset();
    auto const last = next.finish();
    BOOST_TEST((last.error == errc::closed || (!last.error && last.value)), last.error.message());
    for (record_stream* const rows : {&fresh, &begun, &waiting}) {
        BOOST_TEST(asked(*rows).finish().error == errc::closed);
    }
}

BOOST_FIXTURE_TEST_CASE(a_store_that_closes_at_any_moment_answers_who_waits, stream_fixture) {
    std::mt19937_64 random(random_seed("stream_life_suite/closes"));
    (void)place_many(400);
    for (int round = 0; round < (is_sanitized() ? 60 : 200); ++round) {
        doc_store store = open();
        record_stream rows =
            store.stream(record_query().where_equal("n", round % 3 == 0 ? 399 : 7));
        asked next(rows);
        pause(random);
        must(store.close());
        auto const result = next.finish();
        BOOST_TEST((!result.error || result.error == errc::closed), result.error.message());
        BOOST_TEST(asked(rows).finish().error == errc::closed);
    }
}

BOOST_FIXTURE_TEST_CASE(a_context_may_go_while_a_stream_is_waited_for, stream_fixture) {
    std::mt19937_64 random(random_seed("stream_life_suite/context"));
    (void)place_many(300);
    doc_store store = open();
    for (int round = 0; round < 100; ++round) {
        record_stream rows = store.stream();
        auto io = std::make_unique<asio::io_context>();
        rows.next(
            asio::bind_executor(io->get_executor(), [](error_code, std::optional<record>) {}));
        if (round % 2 == 1) pause(random);
        io.reset();
    }
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(a_child_of_fork_is_told_so, stream_fixture) {
    (void)place_many(300);
    doc_store store = open();
    record_stream rows = store.stream();
    (void)take(rows, 10);
    child forked([&](int) { return wait(rows.next()).error == errc::forked ? 0 : 1; });
    BOOST_TEST(forked.wait() == 0);
    BOOST_TEST(drain(rows).size() == 290U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
