#include "publish/commit/lock_turns.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::publish {
namespace {

using namespace std::chrono_literals;
using arrival = lock_turns::arrival;

lock_turns::time_point at(std::chrono::milliseconds time) { return lock_turns::time_point(time); }

/// Turns in which one has entered at time 0.
struct held_turns {
    held_turns() {
        BOOST_REQUIRE(turns.arrive(at(0ms)) == arrival::acquire);
        turns.acquired(at(0ms));
    }
    lock_turns turns;
};

BOOST_AUTO_TEST_SUITE(lock_turns_suite)

BOOST_AUTO_TEST_CASE(the_first_acquires_and_those_who_come_meanwhile_wait) {
    lock_turns turns;
    BOOST_CHECK(turns.arrive(at(0ms)) == arrival::acquire);
    BOOST_CHECK(turns.arrive(at(1ms)) == arrival::wait);
    BOOST_CHECK(turns.arrive(at(2ms)) == arrival::wait);
    turns.acquired(at(3ms));
    BOOST_TEST(!turns.leave().release);
    BOOST_TEST(!turns.leave().release);
    lock_turns::departure const last = turns.leave();
    BOOST_TEST(last.release);
    BOOST_TEST(!last.acquire);
}

BOOST_FIXTURE_TEST_CASE(others_join_while_the_turn_lasts, held_turns) {
    BOOST_CHECK(turns.arrive(at(49ms)) == arrival::enter);
    BOOST_TEST(!turns.leave().release);
    BOOST_TEST(turns.leave().release);
}

BOOST_FIXTURE_TEST_CASE(after_fifty_milliseconds_the_gate_is_closed, held_turns) {
    BOOST_CHECK(turns.arrive(at(50ms)) == arrival::wait);
    lock_turns::departure const end = turns.leave();
    BOOST_TEST(end.release);
    BOOST_TEST(end.acquire);
}

BOOST_FIXTURE_TEST_CASE(nobody_overtakes_one_who_waits_at_the_gate, held_turns) {
    BOOST_CHECK(turns.arrive(at(60ms)) == arrival::wait);
    // A clock that steps back must not open it again.
    BOOST_CHECK(turns.arrive(at(10ms)) == arrival::wait);
}

BOOST_FIXTURE_TEST_CASE(back_to_back_commits_cannot_keep_the_lock_for_ever, held_turns) {
    std::chrono::milliseconds now = 0ms;
    for (; turns.arrive(at(now)) == arrival::enter; now += 5ms) {
        BOOST_REQUIRE(now < 1s);
        BOOST_TEST(!turns.leave().release);
    }
    BOOST_TEST((now == 50ms));
    BOOST_TEST(turns.leave().release);
}

BOOST_FIXTURE_TEST_CASE(a_new_turn_begins_when_the_lock_has_been_taken_again, held_turns) {
    BOOST_CHECK(turns.arrive(at(60ms)) == arrival::wait);
    BOOST_TEST(turns.leave().acquire);
    // While it is taken again, nobody else acquires.
    BOOST_CHECK(turns.arrive(at(61ms)) == arrival::wait);
    turns.acquired(at(70ms));
    BOOST_CHECK(turns.arrive(at(119ms)) == arrival::enter);
    BOOST_CHECK(turns.arrive(at(120ms)) == arrival::wait);
    for (int inside = 0; inside < 2; ++inside) BOOST_TEST(!turns.leave().release);
    BOOST_TEST(turns.leave().release);
}

BOOST_AUTO_TEST_CASE(a_failed_acquisition_ends_the_wait_and_the_next_tries_anew) {
    lock_turns turns;
    BOOST_CHECK(turns.arrive(at(0ms)) == arrival::acquire);
    BOOST_CHECK(turns.arrive(at(1ms)) == arrival::wait);
    turns.failed();
    BOOST_CHECK(turns.arrive(at(2ms)) == arrival::acquire);
    turns.acquired(at(3ms));
    // The two that failed are not counted as inside.
    BOOST_TEST(turns.leave().release);
}

BOOST_FIXTURE_TEST_CASE(a_lock_that_was_let_go_is_acquired_by_the_next, held_turns) {
    BOOST_TEST(turns.leave().release);
    BOOST_CHECK(turns.arrive(at(1ms)) == arrival::acquire);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
