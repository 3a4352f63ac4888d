#include "integration/support/loop_fixture.hpp"
#include "support/manual_item.hpp"

#include <boost/asio/execution.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <limits>
#include <thread>
#include <vector>

namespace storh::io {
namespace {

using namespace std::chrono_literals;

/// Posts `count` functions and waits for all; how many wake-ups that took.
std::uint64_t wake_ups_of_burst(ring_loop& loop, int count) {
    std::latch all(count);
    // By then it sleeps, so that at least one is needed.
    std::this_thread::sleep_for(2ms);
    std::uint64_t const before = loop.counters().wake_ups;
    for (int number = 0; number < count; ++number) {
        asio::post(loop.get_executor(), [&all] { all.count_down(); });
    }
    all.wait();
    return loop.counters().wake_ups - before;
}

struct stack_extent {
    void note() noexcept {
        // Not the address of a local, which the address sanitizer puts elsewhere.
        auto const place = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
        lowest = std::min(lowest, place);
        highest = std::max(highest, place);
    }
    std::uintptr_t lowest = std::numeric_limits<std::uintptr_t>::max();
    std::uintptr_t highest = 0;
};

/// Awaits again and again what is done already: the shortest way through the loop.
task<void> await_often(ring_loop* loop, int count, stack_extent* stack) {
    for (int number = 0; number < count; ++number) {
        batch nothing(*loop);
        co_await nothing.finished();
        stack->note();
    }
}

/// The same with an operation each.
task<void> await_operations(ring_loop* loop, int count, stack_extent* stack) {
    struct statx status = {};
    for (int number = 0; number < count; ++number) {
        operation op;
        op.code = opcode::stat_file;
        op.path = "/";
        op.status = &status;
        batch one(*loop);
        one.start(op);
        co_await one.finished();
        stack->note();
    }
}

BOOST_FIXTURE_TEST_SUITE(ring_loop_suite, test::loop_fixture,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(what_one_thread_posts_runs_in_order_on_the_ring_s_thread) {
    std::vector<int> order;
    bool was_here = true;
    std::latch done(1);
    BOOST_TEST(!loop().runs_here());
    for (int number = 0; number < 1000; ++number) {
        asio::post(loop().get_executor(), [&, number] {
            was_here = was_here && loop().runs_here();
            order.push_back(number);
            if (number == 999) done.count_down();
        });
    }
    done.wait();
    BOOST_TEST(was_here);
    BOOST_TEST(order.size() == 1000U);
    BOOST_TEST(std::ranges::is_sorted(order));
}

BOOST_AUTO_TEST_CASE(the_executor_runs_nothing_inline) {
    bool was_inline = true;
    std::latch done(1);
    asio::post(loop().get_executor(), [&] {
        loop().get_executor().execute([&] { done.count_down(); });
        was_inline = done.try_wait();
    });
    done.wait();
    // The second function ran after the first had returned.
    BOOST_TEST(!was_inline);
}

BOOST_AUTO_TEST_CASE(executors_of_one_ring_are_equal_and_never_block) {
    auto const executor = loop().get_executor();
    BOOST_CHECK(executor == loop().get_executor());
    BOOST_TEST(&executor.context() == &loop());
    BOOST_TEST(&asio::query(executor, asio::execution::context) == &loop());
    BOOST_CHECK(asio::query(executor, asio::execution::blocking) ==
                asio::execution::blocking.never);
}

BOOST_AUTO_TEST_CASE(a_burst_of_posts_costs_a_few_wake_ups) {
    std::uint64_t fewest = 256;
    for (int attempt = 0; attempt < 10; ++attempt) {
        fewest = std::min(fewest, wake_ups_of_burst(loop(), 256));
    }
    BOOST_TEST(fewest < 64U);
}

BOOST_AUTO_TEST_CASE(a_ring_that_is_awake_needs_no_wake_up) {
    std::latch is_busy(1);
    std::latch may_go_on(1);
    std::atomic<int> ran{0};
    asio::post(loop().get_executor(), [&] {
        is_busy.count_down();
        may_go_on.wait();
    });
    is_busy.wait();
    std::uint64_t const before = loop().counters().wake_ups;
    for (int number = 0; number < 256; ++number) {
        asio::post(loop().get_executor(), [&] { ++ran; });
    }
    BOOST_TEST(loop().counters().wake_ups == before);
    may_go_on.count_down();
    (void)wake_ups_of_burst(loop(), 1);
    BOOST_TEST(ran.load() == 256);
}

BOOST_AUTO_TEST_CASE(a_million_awaits_in_a_row_do_not_grow_the_stack) {
    stack_extent stack;
    test::run_on(loop(), await_often(&loop(), test::is_sanitized() ? 100000 : 1000000, &stack));
    BOOST_TEST(stack.highest - stack.lowest < 16384U);
}

BOOST_AUTO_TEST_CASE(awaited_operations_in_a_row_do_not_grow_the_stack) {
    stack_extent stack;
    test::run_on(loop(), await_operations(&loop(), 20000, &stack));
    BOOST_TEST(stack.highest - stack.lowest < 16384U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
