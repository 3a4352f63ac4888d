#include "io/completion_box.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>

namespace storh::io {
namespace {

BOOST_AUTO_TEST_SUITE(completion_box_suite)

BOOST_AUTO_TEST_CASE(a_box_calls_its_handler_once_and_is_empty_afterwards) {
    std::string seen;
    completion_box<int, std::string> box(
        [&seen](int number, std::string text) { seen = text + std::to_string(number); });
    BOOST_TEST(static_cast<bool>(box));
    box(7, "n");
    BOOST_TEST(seen == "n7");
    BOOST_TEST(!box);
}

BOOST_AUTO_TEST_CASE(a_box_takes_a_handler_that_can_only_be_moved) {
    int seen = 0;
    completion_box<> box([&seen, own = std::make_unique<int>(3)] { seen = *own; });
    completion_box<> other;
    BOOST_TEST(!other);
    other = std::move(box);
    other();
    BOOST_TEST(seen == 3);
}

BOOST_AUTO_TEST_CASE(a_handler_that_is_never_called_is_destroyed_with_its_box) {
    auto const shared = std::make_shared<int>(0);
    {
        completion_box<> box([shared] {});
        BOOST_TEST(shared.use_count() == 2);
    }
    BOOST_TEST(shared.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(a_handler_may_replace_the_box_that_called_it) {
    int calls = 0;
    completion_box<> box;
    box = completion_box<>([&] {
        ++calls;
        box = completion_box<>([&calls] { calls += 10; });
    });
    box();
    BOOST_TEST(calls == 1);
    box();
    BOOST_TEST(calls == 11);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
