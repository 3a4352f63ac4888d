// verify, repair and stats at their ends: cancelled, closed, with the engine gone.

#include "integration/support/cancellable.hpp"
#include "integration/support/upkeep.hpp"
#include "support/seed.hpp"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

namespace storh::test {
namespace {

error_code const aborted = asio::error::operation_aborted;

struct living : upkeep_fixture {
    living() { ids = place_many(is_sanitized() ? 400 : 1200); }

    /// Options whose functions hold the walk until `may_go_on`: every ring at the first bucket that it
    /// has read, because there is a finding in each and they are told one at a time.
    upkeep_options held() {
        for (unsigned bucket = 0; bucket < 256; ++bucket) place(id_in_bucket(bucket, 99999), "");
        return upkeep_options().on_finding([this](finding const&) {
            is_at_finding = true;
            while (!may_go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        });
    }
    void wait_for_finding() const {
        while (!is_at_finding) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    std::vector<uuid_v7> ids;
    std::atomic<bool> is_at_finding{false};
    std::atomic<bool> may_go_on{false};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(upkeep_life_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(every_cancellation_ends_a_verify_at_once, living) {
    for (asio::cancellation_type const type : every_type) {
        is_at_finding = false;
        may_go_on = false;
        doc_store store = open();
        cancellable operation(store.verify(held()));
        wait_for_finding();
        BOOST_TEST(!operation.is_done());
        operation.cancel(type);
        BOOST_TEST(operation.finish().error == aborted);
        may_go_on = true;
        must(store.close());
    }
}

BOOST_FIXTURE_TEST_CASE(a_cancelled_verify_does_not_read_the_rest, living) {
    doc_store store = open();
    auto const shown = std::make_shared<progress>();
    cancellable operation(store.verify(held().report_to(shown)));
    wait_for_finding();
    operation.cancel(asio::cancellation_type::total);
    may_go_on = true;
    must(store.close());
    BOOST_TEST(shown->done() < 256U);
    BOOST_TEST(operation.finish().error == aborted);
}

BOOST_FIXTURE_TEST_CASE(a_repair_that_has_begun_ends_at_once_only_when_the_caller_insists, living) {
    doc_store store = open();
    auto const shown = std::make_shared<progress>();
    cancellable operation(store.repair(held().report_to(shown)));
    wait_for_finding();
    operation.cancel(asio::cancellation_type::total);
    operation.cancel(asio::cancellation_type::partial);
    BOOST_TEST(!operation.is_done());
    operation.cancel(asio::cancellation_type::terminal);
    BOOST_TEST(operation.finish().error == aborted);
    may_go_on = true;
    must(store.close());
    BOOST_TEST(shown->done() < 256U);
}

BOOST_FIXTURE_TEST_CASE(they_can_be_cancelled_at_any_moment, living) {
    std::mt19937_64 random(random_seed("they_can_be_cancelled_at_any_moment"));
    for (unsigned n = 0; n < 40; ++n) place(id_in_bucket(n, 70000 + n), "");
    doc_store store = open();
    for (int round = 0; round < 60; ++round) {
        cancellable looking(store.verify());
        cancellable counting(store.stats());
        cancellable mending(store.repair());
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 4000));
        auto const type = every_type[random() % every_type.size()];
        looking.cancel(type);
        counting.cancel(type);
        mending.cancel(type);
        for (error_code const& error :
             {looking.finish().error, counting.finish().error, mending.finish().error}) {
            BOOST_TEST((!error || error == aborted), error.message());
        }
    }
    must(store.repair());
    BOOST_TEST(must(store.verify()).is_sound());
    BOOST_TEST(must(store.stats()).records == ids.size());
}

BOOST_FIXTURE_TEST_CASE(close_waits_for_a_verify_to_end, living) {
    doc_store store = open();
    cancellable operation(store.verify(held()));
    wait_for_finding();
    asio::io_context io;
    bool is_closed = false;
    store.close(asio::bind_executor(io.get_executor(), [&](error_code) { is_closed = true; }));
    io.run_for(std::chrono::milliseconds(20));
    BOOST_TEST(!is_closed);
    may_go_on = true;
    auto const result = operation.finish();
    BOOST_TEST(!result.error.failed());
    BOOST_TEST(result.value.records == ids.size());
    io.run();
    BOOST_TEST(is_closed);
}

BOOST_FIXTURE_TEST_CASE(an_engine_that_goes_finishes_them, living) {
    place(id_in_bucket(0xab, 99999), "");
    doc_store store = open();
    cancellable looking(store.verify());
    cancellable mending(store.repair());
    cancellable counting(store.stats());
    on.reset();
    BOOST_TEST(looking.finish().value.records == ids.size());
    BOOST_TEST(mending.finish().value.records == ids.size());
    BOOST_TEST(counting.finish().value.records >= ids.size());
}

BOOST_FIXTURE_TEST_CASE(a_closed_store_and_an_empty_handle_say_closed, living) {
    doc_store store = open();
    must(store.close());
    doc_store empty;
    for (doc_store& each : {std::ref(store), std::ref(empty)}) {
        BOOST_TEST(wait(each.verify()).error == errc::closed);
        BOOST_TEST(wait(each.repair()).error == errc::closed);
        BOOST_TEST(wait(each.stats()).error == errc::closed);
    }
}

BOOST_FIXTURE_TEST_CASE(findings_come_one_at_a_time_and_none_after_the_end, living) {
    for (unsigned n = 0; n < 1000; ++n) place(id_in_bucket(n * 37, 70000 + n), "");
    doc_store store = open();
    std::atomic<int> inside{0};
    std::atomic<int> overlaps{0};
    std::atomic<unsigned> calls{0};
    auto const options = upkeep_options().on_finding([&](finding const&) {
        if (++inside > 1) ++overlaps;
        ++calls;
        std::this_thread::yield();
        --inside;
    });
    must(store.verify(options));
    BOOST_TEST(calls == 1000U);
    must(store.repair(options));
    BOOST_TEST(calls == 2000U);
    BOOST_TEST(overlaps == 0);
}

BOOST_FIXTURE_TEST_CASE(the_callers_function_is_gone_when_the_outcome_is_there, living) {
    doc_store store = open();
    auto const held_by_function = std::make_shared<int>(0);
    must(store.verify(upkeep_options().on_finding([held_by_function](finding const&) {})));
    must(store.repair(upkeep_options().on_finding([held_by_function](finding const&) {})));
    BOOST_TEST(held_by_function.use_count() == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
