#include "io/work_queue.hpp"

#include "support/manual_item.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>
#include <thread>
#include <vector>

namespace storh::io {
namespace {

using test::manual_item;

std::vector<unsigned> numbers_of(work_list& list) {
    std::vector<unsigned> numbers;
    while (work_item* const item = list.pop()) {
        numbers.push_back(static_cast<manual_item&>(*item).number);
    }
    return numbers;
}

std::deque<manual_item> make_items(unsigned count, unsigned producer = 0) {
    std::deque<manual_item> items;
    for (unsigned number = 0; number < count; ++number) items.emplace_back(producer, number);
    return items;
}

/// Takes from `queue` until `total` items are there; true when each producer's are in order.
bool take_in_order(remote_queue& queue, unsigned producers, unsigned total) {
    std::vector<unsigned> next(producers, 0);
    work_list taken;
    for (unsigned count = 0; count < total;) {
        queue.take_all(taken);
        while (work_item* const item = taken.pop()) {
            auto const& one = static_cast<manual_item&>(*item);
            if (one.number != next[one.producer]++) return false;
            ++count;
        }
    }
    return queue.empty();
}

BOOST_AUTO_TEST_SUITE(work_queue_suite)

BOOST_AUTO_TEST_CASE(a_list_gives_items_first_in_first_out) {
    auto items = make_items(3);
    work_list list;
    BOOST_TEST(list.empty());
    for (manual_item& item : items) list.push(item);
    BOOST_TEST(!list.empty());
    BOOST_TEST(numbers_of(list) == (std::vector<unsigned>{0, 1, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(list.empty());
    BOOST_TEST(list.pop() == nullptr);
}

BOOST_AUTO_TEST_CASE(an_item_pushed_to_the_front_is_next) {
    auto items = make_items(3);
    work_list list;
    list.push_front(items[1]);
    list.push(items[2]);
    list.push_front(items[0]);
    BOOST_TEST(numbers_of(list) == (std::vector<unsigned>{0, 1, 2}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(splicing_appends_and_empties_the_other_list) {
    auto items = make_items(4);
    work_list first;
    work_list second;
    first.splice(second);
    BOOST_TEST(first.empty());
    second.push(items[0]);
    first.splice(second);
    BOOST_TEST(second.empty());
    for (unsigned number : {1U, 2U}) second.push(items[number]);
    first.splice(second);
    first.push(items[3]);
    BOOST_TEST(numbers_of(first) == (std::vector<unsigned>{0, 1, 2, 3}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(moving_a_list_leaves_an_empty_one_that_can_be_used) {
    auto items = make_items(2);
    work_list list;
    list.push(items[0]);
    work_list moved(std::move(list));
    list.push(items[1]);
    BOOST_TEST(numbers_of(moved) == std::vector<unsigned>{0}, boost::test_tools::per_element());
    BOOST_TEST(numbers_of(list) == std::vector<unsigned>{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_hand_over_keeps_the_order_of_arrival_behind_what_was_there) {
    auto items = make_items(4);
    remote_queue queue;
    work_list taken;
    queue.take_all(taken);
    BOOST_TEST(taken.empty());
    taken.push(items[0]);
    for (unsigned number : {1U, 2U, 3U}) queue.push(items[number]);
    BOOST_TEST(!queue.empty());
    queue.take_all(taken);
    BOOST_TEST(queue.empty());
    BOOST_TEST(numbers_of(taken) == (std::vector<unsigned>{0, 1, 2, 3}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(many_producers_lose_nothing_and_keep_the_order_of_each) {
    constexpr unsigned producers = 4;
    constexpr unsigned each = 20000;
    std::vector<std::deque<manual_item>> items;
    for (unsigned producer = 0; producer < producers; ++producer) {
        items.push_back(make_items(each, producer));
    }
    remote_queue queue;
    std::vector<std::thread> threads;
    for (auto& own : items) {
        threads.emplace_back([&queue, &own] {
            for (manual_item& item : own) queue.push(item);
        });
    }
    bool const is_in_order = take_in_order(queue, producers, producers * each);
    for (std::thread& thread : threads) thread.join();
    BOOST_TEST(is_in_order);
}

BOOST_AUTO_TEST_CASE(running_an_item_calls_its_function_once) {
    manual_item item;
    item.run();
    BOOST_TEST(item.runs == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
