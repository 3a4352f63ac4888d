// Hand-over to a ring from many threads: for the thread sanitizer above all.

#include "integration/support/loop_fixture.hpp"

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <latch>
#include <thread>
#include <vector>

namespace storh::io {
namespace {

using namespace std::chrono_literals;

constexpr int threads_count = 4;
constexpr int posts_each = 5000;

/// Posts numbers; with pauses, so that the ring falls asleep and is woken all the time.
void post_numbers(ring_loop& loop, std::vector<int>& seen, std::latch& all) {
    for (int number = 0; number < posts_each; ++number) {
        asio::post(loop.get_executor(), [&seen, &all, number] {
            seen.push_back(number);
            all.count_down();
        });
        if (number % 100 == 0) std::this_thread::sleep_for(100us);
    }
}

BOOST_AUTO_TEST_SUITE(loop_storm_suite, *test::utf::precondition(&test::has_backend))

BOOST_FIXTURE_TEST_CASE(four_threads_post_and_wake_and_nothing_is_lost, test::loop_fixture) {
    std::vector<std::vector<int>> seen(threads_count);
    std::latch all(threads_count * posts_each);
    std::vector<std::thread> threads;
    for (auto& own : seen) {
        threads.emplace_back([this, &own, &all] { post_numbers(loop(), own, all); });
    }
    all.wait();
    for (std::thread& thread : threads) thread.join();
    for (auto const& own : seen) {
        BOOST_TEST(own.size() == static_cast<std::size_t>(posts_each));
        BOOST_TEST(std::ranges::is_sorted(own));
    }
}

BOOST_FIXTURE_TEST_CASE(workers_hand_back_while_others_post, test::loop_fixture) {
    std::latch posted(posts_each);
    std::vector<int> seen;
    std::thread posting([&] { post_numbers(loop(), seen, posted); });
    for (int round = 0; round < 20; ++round) {
        test::operations jobs;
        for (int number = 0; number < 200; ++number) {
            jobs.emplace_back().job = [](operation&) noexcept { return 1; };
        }
        run(jobs);
        for (operation const& op : jobs) BOOST_REQUIRE(op.result == 1);
    }
    posted.wait();
    posting.join();
    BOOST_TEST(seen.size() == static_cast<std::size_t>(posts_each));
}

// The ring may run an item, end and be destroyed before the thread that posted it has returned.
BOOST_AUTO_TEST_CASE(a_ring_may_go_as_soon_as_its_last_item_has_run) {
    for (int round = 0; round < 100; ++round) {
        std::latch has_run(1);
        auto rings = std::make_unique<ring_set>(test::options_under_test().rings(1));
        std::thread posting([&rings, &has_run] {
            auto const executor = rings->loop(0).get_executor();
            asio::post(executor, [&has_run] { has_run.count_down(); });
        });
        has_run.wait();
        rings.reset();
        posting.join();
    }
}

BOOST_AUTO_TEST_CASE(a_ring_may_go_as_soon_as_its_last_job_is_done) {
    for (int round = 0; round < 100; ++round) {
        test::loop_fixture fixture;
        operation op;
        op.job = [](operation&) noexcept { return 1; };
        BOOST_REQUIRE(fixture.run(op) == 1);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
