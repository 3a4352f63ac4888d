#include "publish/commit/elevator.hpp"

#include "support/manual_write.hpp"
#include "support/seed.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <map>
#include <random>
#include <vector>

namespace storh::publish {
namespace {

using test::id_in_bucket;
using test::manual_write;

std::vector<unsigned> pop_numbers(elevator& from) {
    std::vector<unsigned> numbers;
    while (write_request* const request = from.pop()) {
        numbers.push_back(static_cast<manual_write*>(request)->number);
    }
    return numbers;
}

/// The same elevator, written to be obviously right: sorted by sweep, then bucket, then arrival.
class model {
public:
    void push(manual_write& request) {
        unsigned const bucket = request.id.bucket();
        waiting_[bucket].push_back(&request);
        due_next_[bucket]++;
    }

    manual_write* pop() {
        for (unsigned turn = 0; turn < 2; ++turn) {
            for (; position_ < 256; ++position_) {
                if (due_[position_] == 0) continue;
                --due_[position_];
                manual_write* const first = waiting_[position_].front();
                waiting_[position_].pop_front();
                return first;
            }
            position_ = 0;
            due_ = due_next_;
            due_next_.clear();
        }
        return nullptr;
    }

private:
    std::map<unsigned, std::deque<manual_write*>> waiting_;
    std::map<unsigned, unsigned> due_;       // of the sweep that runs
    std::map<unsigned, unsigned> due_next_;  // arrived since it began
    unsigned position_ = 0;
};

BOOST_AUTO_TEST_SUITE(elevator_suite)

BOOST_AUTO_TEST_CASE(nothing_comes_out_of_an_empty_elevator) {
    elevator waiting;
    BOOST_TEST(waiting.empty());
    BOOST_TEST(waiting.pop() == nullptr);
    BOOST_TEST(waiting.size() == 0U);
}

BOOST_AUTO_TEST_CASE(what_waits_comes_out_in_bucket_order) {
    elevator waiting;
    manual_write last(id_in_bucket(255), 2);
    manual_write first(id_in_bucket(0), 0);
    manual_write middle(id_in_bucket(17), 1);
    for (manual_write* const one : {&last, &first, &middle}) waiting.push(*one);
    BOOST_TEST(waiting.size() == 3U);
    BOOST_TEST(pop_numbers(waiting) == (std::vector<unsigned>{0, 1, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(waiting.empty());
}

BOOST_AUTO_TEST_CASE(writes_of_one_id_come_out_in_order_of_arrival) {
    elevator waiting;
    std::deque<manual_write> writes;
    for (unsigned number = 0; number < 5; ++number) {
        waiting.push(writes.emplace_back(id_in_bucket(9), number));
    }
    BOOST_TEST(pop_numbers(waiting) == (std::vector<unsigned>{0, 1, 2, 3, 4}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_hot_bucket_does_not_keep_the_others_waiting) {
    elevator waiting;
    std::deque<manual_write> hot;
    manual_write cold(id_in_bucket(200), 1000);
    waiting.push(hot.emplace_back(id_in_bucket(3)));
    waiting.push(hot.emplace_back(id_in_bucket(3)));
    waiting.push(cold);
    // Each time one leaves, another arrives for the hot bucket.
    for (unsigned pops = 1;; ++pops) {
        BOOST_REQUIRE(pops <= 3U);
        if (waiting.pop() == &cold) break;
        waiting.push(hot.emplace_back(id_in_bucket(3)));
    }
}

BOOST_AUTO_TEST_CASE(a_bucket_below_the_elevator_waits_for_the_next_sweep_only) {
    elevator waiting;
    manual_write high(id_in_bucket(100), 1);
    manual_write higher(id_in_bucket(101), 2);
    manual_write low(id_in_bucket(1), 3);
    waiting.push(high);
    waiting.push(higher);
    BOOST_TEST(waiting.pop() == &high);
    waiting.push(low);
    BOOST_TEST(waiting.pop() == &higher);
    BOOST_TEST(waiting.pop() == &low);
}

BOOST_AUTO_TEST_CASE(random_traffic_agrees_with_the_model) {
    std::mt19937_64 random(test::random_seed("elevator_suite/random_traffic"));
    elevator waiting;
    model expected;
    std::deque<manual_write> writes;
    for (unsigned step = 0; step < 50000; ++step) {
        if (random() % 5 < 3) {
            // A few hot buckets among all.
            unsigned const bucket = static_cast<unsigned>(random() % (random() % 2 ? 4 : 256));
            manual_write& one = writes.emplace_back(id_in_bucket(bucket, step), step);
            waiting.push(one);
            expected.push(one);
        } else {
            BOOST_REQUIRE(waiting.pop() == expected.pop());
        }
    }
    while (!waiting.empty()) BOOST_REQUIRE(waiting.pop() == expected.pop());
    BOOST_TEST(expected.pop() == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
