#include "integration/support/loop_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>
#include <vector>

namespace storh::io {
namespace {

/// A job that gives the number in its offset.
void make_job(operation& op, std::uint64_t number) {
    op.offset = number;
    op.job = [](operation& self) noexcept { return static_cast<int>(self.offset); };
}

task<void> count_in_flight(ring_loop* loop, std::vector<std::size_t>* seen) {
    operation first;
    operation second;
    make_job(first, 1);
    make_job(second, 2);
    batch both(*loop);
    seen->push_back(both.in_flight());
    both.start_job(first);
    both.start_job(second);
    seen->push_back(both.in_flight());
    co_await both.finished();
    seen->push_back(both.in_flight());
    // A batch may be used again.
    both.start_job(first);
    seen->push_back(both.in_flight());
    co_await both.finished();
    seen->push_back(both.in_flight());
}

/// The operations of one batch, one after the other and each begun from the result of the last.
task<void> add_up(ring_loop* loop, int steps, int* sum) {
    operation op;
    make_job(op, 0);
    for (int step = 0; step < steps; ++step) {
        batch one(*loop);
        one.start_job(op);
        co_await one.finished();
        op.offset = static_cast<std::uint64_t>(op.result) + 1;
    }
    *sum = op.result;
}

task<void> finish_on(ring_loop* loop, bool* was_there) {
    operation op;
    make_job(op, 1);
    batch one(*loop);
    one.start_job(op);
    co_await one.finished();
    *was_there = loop->runs_here();
}

BOOST_FIXTURE_TEST_SUITE(batch_suite, test::loop_fixture,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(a_batch_counts_what_is_in_flight_and_may_be_used_again) {
    std::vector<std::size_t> seen;
    test::run_on(loop(), count_in_flight(&loop(), &seen));
    BOOST_TEST(seen == (std::vector<std::size_t>{0, 2, 0, 1, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_empty_batch_is_finished_at_once) {
    test::operations none;
    run(none);
    BOOST_TEST(none.empty());
}

BOOST_AUTO_TEST_CASE(every_operation_has_its_own_result) {
    test::operations all;
    for (std::uint64_t number = 0; number < 1000; ++number) make_job(all.emplace_back(), number);
    run(all);
    for (std::size_t number = 0; number < all.size(); ++number) {
        BOOST_REQUIRE(all[number].result == static_cast<int>(number));
    }
}

BOOST_AUTO_TEST_CASE(an_operation_may_be_started_again_when_it_has_completed) {
    int sum = 0;
    test::run_on(loop(), add_up(&loop(), 500, &sum));
    BOOST_TEST(sum == 499);
}

BOOST_AUTO_TEST_CASE(a_batch_resumes_on_the_ring_s_thread) {
    bool was_there = false;
    test::run_on(loop(), finish_on(&loop(), &was_there));
    BOOST_TEST(was_there);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
