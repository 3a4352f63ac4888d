#include "publish/commit/gate.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>
#include <vector>

namespace storh::publish {
namespace {

/// Four threads go in and out until the gate closes; counts those told that it is closed and empty.
unsigned count_last_ones() {
    gate entrance;
    std::atomic<unsigned> last_ones{0};
    std::atomic<unsigned> entered{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&] {
            while (entrance.enter()) {
                ++entered;
                if (entrance.leave()) ++last_ones;
            }
        });
    }
    while (entered.load() < 100) std::this_thread::yield();
    if (entrance.close()) ++last_ones;
    for (std::thread& thread : threads) thread.join();
    return last_ones.load();
}

BOOST_AUTO_TEST_SUITE(gate_suite)

BOOST_AUTO_TEST_CASE(an_open_gate_lets_in_and_out) {
    gate entrance;
    BOOST_TEST(entrance.enter());
    BOOST_TEST(entrance.enter());
    BOOST_TEST(!entrance.leave());
    BOOST_TEST(!entrance.leave());
    BOOST_TEST(!entrance.is_closed());
}

BOOST_AUTO_TEST_CASE(closing_an_empty_gate_is_told_at_once_and_only_once) {
    gate entrance;
    BOOST_TEST(entrance.close());
    BOOST_TEST(!entrance.close());
    BOOST_TEST(entrance.is_closed());
    BOOST_TEST(!entrance.enter());
}

BOOST_AUTO_TEST_CASE(the_last_one_out_of_a_closed_gate_is_told) {
    gate entrance;
    BOOST_TEST(entrance.enter());
    BOOST_TEST(entrance.enter());
    BOOST_TEST(!entrance.close());
    BOOST_TEST(!entrance.enter());
    BOOST_TEST(!entrance.leave());
    BOOST_TEST(!entrance.close());
    BOOST_TEST(entrance.leave());
}

BOOST_AUTO_TEST_CASE(with_many_threads_exactly_one_is_told) {
    for (int round = 0; round < 200; ++round) BOOST_REQUIRE(count_last_ones() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
