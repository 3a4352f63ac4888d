#include <storh/detail/completion.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <thread>

namespace storh::detail {
namespace {

using boost::system::error_code;
using done_pointer = std::shared_ptr<completion<int>>;

constexpr asio::cancellation_type any_type[] = {asio::cancellation_type::terminal,
                                                asio::cancellation_type::partial,
                                                asio::cancellation_type::total};

/// What a caller sees, on a context of its own.
struct caller {
    /// A write's completion whose handler runs on `io` and can be cancelled by `signal`.
    done_pointer begin() {
        return make_completion<int>(
            asio::bind_cancellation_slot(signal.slot(),
                                         asio::bind_executor(io->get_executor(),
                                                             [this](error_code code, int number) {
                                                                 ++calls;
                                                                 error = code;
                                                                 value = number;
                                                                 path_seen = info.path();
                                                             })),
            make_error_code(errc::outcome_unknown));
    }

    std::optional<asio::io_context> io{std::in_place};
    asio::cancellation_signal signal;
    error_info info;
    int calls = 0;
    int value = 0;
    error_code error;
    std::string path_seen;
};

std::unique_ptr<error_info> details_of(std::string_view path) {
    auto info = std::make_unique<error_info>();
    info->set_path(path);
    return info;
}

BOOST_FIXTURE_TEST_SUITE(completion_suite, caller)

BOOST_AUTO_TEST_CASE(an_outcome_is_delivered_once_and_never_inline) {
    auto const done = begin();
    BOOST_TEST(done->try_start());
    done->complete({}, 7);
    BOOST_TEST(calls == 0);
    BOOST_TEST(done->is_done());
    done->complete(errc::closed, 8);
    done->complete_error(errc::closed);
    io->run();
    BOOST_TEST(calls == 1);
    BOOST_TEST(value == 7);
    BOOST_TEST(!error.failed());
}

BOOST_AUTO_TEST_CASE(an_operation_in_flight_keeps_its_context_running) {
    auto done = begin();
    io->poll();
    BOOST_TEST(!io->stopped());
    std::thread engine([&done] {
        done->complete({}, 1);
        done.reset();
    });
    io->run();
    engine.join();
    BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_CASE(the_handler_runs_on_its_associated_executor) {
    auto const strand = asio::make_strand(*io);
    bool was_on_strand = false;
    auto const done = make_completion<>(
        asio::bind_executor(strand,
                            [&](error_code) { was_on_strand = strand.running_in_this_thread(); }),
        asio::error::operation_aborted);
    done->complete({});
    io->run();
    BOOST_TEST(was_on_strand);
}

BOOST_AUTO_TEST_CASE(a_handler_that_can_only_be_moved_is_fine) {
    int seen = 0;
    auto const done = make_completion<int>(
        asio::bind_executor(*io, [&seen, own = std::make_unique<int>(1)](
                                     error_code, int number) { seen = *own + number; }),
        asio::error::operation_aborted);
    done->complete({}, 2);
    io->run();
    BOOST_TEST(seen == 3);
}

BOOST_AUTO_TEST_CASE(while_queued_every_cancellation_ends_it_without_effect) {
    for (asio::cancellation_type const type : any_type) {
        auto const done = begin();
        signal.emit(type);
        BOOST_TEST(!done->try_start());
        BOOST_TEST(done->is_done());
        io->run();
        io->restart();
        BOOST_TEST(error == asio::error::operation_aborted);
    }
    BOOST_TEST(calls == 3);
}

BOOST_AUTO_TEST_CASE(once_started_partial_and_total_cancellation_are_ignored) {
    auto const done = begin();
    BOOST_TEST(done->try_start());
    signal.emit(asio::cancellation_type::partial);
    signal.emit(asio::cancellation_type::total);
    BOOST_TEST(!done->is_done());
    done->complete({}, 5);
    io->run();
    BOOST_TEST(value == 5);
    BOOST_TEST(!error.failed());
}

BOOST_AUTO_TEST_CASE(a_partial_cancellation_asks_a_started_operation_to_stop) {
    auto const done = begin();
    BOOST_TEST(done->try_start());
    signal.emit(asio::cancellation_type::total);
    BOOST_TEST(!done->is_asked_to_stop());
    signal.emit(asio::cancellation_type::partial);
    BOOST_TEST(done->is_asked_to_stop());
    BOOST_TEST(!done->is_done());
    done->complete_error_with(asio::error::operation_aborted, nullptr, 5);
    io->run();
    BOOST_TEST(error == asio::error::operation_aborted);
    BOOST_TEST(value == 5);
}

BOOST_AUTO_TEST_CASE(a_cancellation_that_is_terminal_too_does_not_wait) {
    auto const done = begin();
    BOOST_TEST(done->try_start());
    signal.emit(asio::cancellation_type::all);
    BOOST_TEST(done->is_done());
    BOOST_TEST(!done->is_asked_to_stop());
    io->run();
    BOOST_TEST(error == make_error_code(errc::outcome_unknown));
}

BOOST_AUTO_TEST_CASE(once_started_terminal_cancellation_answers_at_once_that_nothing_is_known) {
    auto const done = begin();
    BOOST_TEST(done->try_start());
    signal.emit(asio::cancellation_type::terminal);
    BOOST_TEST(done->is_done());
    BOOST_TEST(calls == 0);
    io->run();
    BOOST_TEST(calls == 1);
    BOOST_TEST(error == make_error_code(errc::outcome_unknown));
    // The engine comes to its end later.
    done->complete({}, 5);
    io->restart();
    io->run();
    BOOST_TEST(calls == 1);
}

BOOST_AUTO_TEST_CASE(after_the_outcome_a_cancellation_changes_nothing) {
    auto const done = begin();
    done->complete({}, 5);
    signal.emit(asio::cancellation_type::terminal);
    io->run();
    signal.emit(asio::cancellation_type::terminal);
    BOOST_TEST(calls == 1);
    BOOST_TEST(value == 5);
    BOOST_TEST(!error.failed());
}

BOOST_AUTO_TEST_CASE(a_failure_is_described_before_the_handler_is_called) {
    auto const done = begin();
    done->report_to(&info);
    done->complete_error(errc::corrupt_record, details_of("a/b"));
    BOOST_TEST(info.path().empty());
    io->run();
    BOOST_TEST(error == make_error_code(errc::corrupt_record));
    BOOST_TEST(path_seen == "a/b");
}

BOOST_AUTO_TEST_CASE(a_failure_may_come_with_values) {
    auto const done = begin();
    done->report_to(&info);
    done->complete_error_with(errc::conflict, details_of("a/b"), 9);
    io->run();
    BOOST_TEST(error == make_error_code(errc::conflict));
    BOOST_TEST(value == 9);
    BOOST_TEST(path_seen == "a/b");
}

// The caller may have destroyed the error_info by then.
BOOST_AUTO_TEST_CASE(after_a_cancellation_no_description_is_written) {
    auto const done = begin();
    done->report_to(&info);
    BOOST_TEST(done->try_start());
    signal.emit(asio::cancellation_type::terminal);
    done->complete_error(errc::corrupt_record, details_of("a/b"));
    io->run();
    BOOST_TEST(error == make_error_code(errc::outcome_unknown));
    BOOST_TEST(info.path().empty());
}

BOOST_AUTO_TEST_CASE(nobody_who_asks_for_no_description_gets_one) {
    auto const done = begin();
    done->complete_error(errc::corrupt_record, details_of("a/b"));
    io->run();
    BOOST_TEST(error == make_error_code(errc::corrupt_record));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::detail
