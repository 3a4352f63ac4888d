// A caller's execution context may go at any time; whoever has the address sanitizer at hand sees
// what this file is about.

#include <storh/detail/completion.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace storh::detail {
namespace {

using boost::system::error_code;

/// A context that can go, and a handler whose life can be seen.
struct short_lived_caller {
    std::shared_ptr<completion<int>> begin() {
        return make_completion<int>(
            asio::bind_executor(io->get_executor(),
                                [this, own = alive](error_code, int) { ++calls; }),
            make_error_code(errc::outcome_unknown));
    }

    /// Whether a handler is still there.
    [[nodiscard]] bool has_handler() const { return alive.use_count() > 1; }

    std::optional<asio::io_context> io{std::in_place};
    std::shared_ptr<int> alive = std::make_shared<int>(0);
    int calls = 0;
};

BOOST_FIXTURE_TEST_SUITE(completion_lifetime_suite, short_lived_caller)

BOOST_AUTO_TEST_CASE(a_context_that_goes_first_takes_its_handlers_along) {
    auto const queued = begin();
    auto const started = begin();
    BOOST_TEST(started->try_start());
    BOOST_TEST(has_handler());
    io.reset();
    BOOST_TEST(!has_handler());
    started->complete({}, 1);
    queued->complete_error(errc::closed);
    BOOST_TEST(calls == 0);
}

// The engine lets go of its end a little later than it hands over the outcome.
BOOST_AUTO_TEST_CASE(a_context_may_go_between_the_outcome_and_the_handler) {
    auto done = begin();
    done->complete({}, 1);
    BOOST_TEST(has_handler());
    io.reset();
    BOOST_TEST(!has_handler());
    done.reset();
    BOOST_TEST(calls == 0);
}

BOOST_AUTO_TEST_CASE(the_engine_may_let_go_before_the_handler_is_called) {
    auto done = begin();
    done->complete({}, 1);
    done.reset();
    io->run();
    BOOST_TEST(calls == 1);
    BOOST_TEST(!has_handler());
}

BOOST_AUTO_TEST_CASE(an_engine_that_never_answers_leaves_nothing_behind) {
    begin();
    io.reset();
    BOOST_TEST(!has_handler());
}

BOOST_AUTO_TEST_CASE(a_handler_may_own_the_context_of_others) {
    asio::io_context outer;
    auto inner = std::make_shared<asio::io_context>();
    bool was_called = false;
    auto const waits = make_completion<>(
        asio::bind_executor(*inner, [own = alive](error_code) {}), asio::error::operation_aborted);
    auto const owner = make_completion<>(
        asio::bind_executor(outer, [&was_called, own = std::move(inner)](error_code) {
            was_called = true;
        }),
        asio::error::operation_aborted);
    owner->complete({});
    outer.run();
    BOOST_TEST(was_called);
    BOOST_TEST(!has_handler());
    waits->complete({});
}

BOOST_AUTO_TEST_CASE(a_signal_may_outlive_the_operation_and_its_context) {
    asio::cancellation_signal signal;
    auto done = make_completion<int>(
        asio::bind_cancellation_slot(
            signal.slot(), asio::bind_executor(*io, [this](error_code, int) { ++calls; })),
        make_error_code(errc::outcome_unknown));
    io.reset();
    signal.emit(asio::cancellation_type::terminal);
    done.reset();
    signal.emit(asio::cancellation_type::terminal);
    BOOST_TEST(calls == 0);
}

BOOST_AUTO_TEST_CASE(many_operations_may_end_in_any_order) {
    std::vector<std::shared_ptr<completion<int>>> all;
    for (int number = 0; number < 100; ++number) all.push_back(begin());
    for (std::size_t step = 0; step < all.size(); ++step) {
        all[step * 37 % all.size()]->complete({}, 1);
    }
    io->run();
    BOOST_TEST(calls == 100);
    BOOST_TEST(!has_handler());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::detail
