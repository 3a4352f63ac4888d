// Who reaches the outcome first decides: engine and caller at the same moment.

#include <storh/detail/completion.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <barrier>
#include <optional>
#include <thread>

namespace storh::detail {
namespace {

using boost::system::error_code;

/// Rounds in which a thread plays the engine while this one plays the caller.
class race {
public:
    explicit race(int rounds) : rounds_(rounds) {}

    /// `caller` is called in each round at the moment at which the engine answers.
    template <class Caller>
    void run(Caller caller) {
        std::thread engine([this] { play_engine(); });
        for (int round = 0; round < rounds_; ++round) {
            io.emplace();
            begin();
            line_.arrive_and_wait();
            caller();
            line_.arrive_and_wait();
            if (io) io->run();
        }
        engine.join();
    }

    std::optional<asio::io_context> io;
    asio::cancellation_signal signal;
    int calls = 0;
    int unknown = 0;
    int wrong = 0;

private:
    void begin() {
        done_ = make_completion<int>(
            asio::bind_cancellation_slot(
                signal.slot(), asio::bind_executor(io->get_executor(),
                                                   [this](error_code error, int value) {
                                                       ++calls;
                                                       note(error, value);
                                                   })),
            make_error_code(errc::outcome_unknown));
    }

    void note(error_code error, int value) {
        bool const is_cancelled =
            error == errc::outcome_unknown || error == asio::error::operation_aborted;
        unknown += is_cancelled ? 1 : 0;
        if (!is_cancelled && (error || value != 7)) ++wrong;
    }

    void play_engine() {
        for (int round = 0; round < rounds_; ++round) {
            line_.arrive_and_wait();
            auto const mine = std::move(done_);
            if (mine->try_start()) mine->complete({}, 7);
            line_.arrive_and_wait();
        }
    }

    int rounds_;
    std::barrier<> line_{2};
    std::shared_ptr<completion<int>> done_;
};

BOOST_AUTO_TEST_SUITE(cancel_race_suite)

BOOST_AUTO_TEST_CASE(a_cancellation_and_an_outcome_at_once_give_one_answer) {
    race rounds(5000);
    rounds.run([&] { rounds.signal.emit(asio::cancellation_type::terminal); });
    BOOST_TEST(rounds.calls == 5000);
    BOOST_TEST(rounds.wrong == 0);
    BOOST_TEST_MESSAGE(rounds.unknown << " of 5000 were cancelled");
}

BOOST_AUTO_TEST_CASE(a_context_may_go_at_the_moment_of_the_outcome) {
    race rounds(5000);
    rounds.run([&] { rounds.io.reset(); });
    BOOST_TEST(rounds.calls == 0);
}

BOOST_AUTO_TEST_CASE(a_context_may_run_at_the_moment_of_the_outcome) {
    race rounds(5000);
    rounds.run([&] { rounds.io->run(); });
    BOOST_TEST(rounds.calls == 5000);
    BOOST_TEST(rounds.wrong == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::detail
