#include "integration/support/child.hpp"
#include "integration/support/loop_fixture.hpp"
#include "publish/commit/write_lock.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

#include <sys/file.h>

#include <chrono>
#include <memory>
#include <thread>

namespace storh::publish {
namespace {

using namespace std::chrono_literals;
using boost::system::error_code;

io::task<void> enter(write_lock* lock, io::ring_loop* loop, error_code* error) {
    io::outcome const result = co_await lock->enter(*loop);
    *error = result.error;
}

io::task<void> leave(write_lock* lock, io::ring_loop* loop) {
    lock->leave(*loop);
    co_return;
}

struct lock_fixture : test::loop_fixture {
    lock_fixture() { open(lock, 10s); }

    void open(write_lock& which, std::chrono::milliseconds timeout) const {
        int const file = ::open(path_of("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        which.open(io::unique_fd(file), timeout);
    }

    error_code enter_with(write_lock& which) {
        error_code error;
        test::run_on(loop(), enter(&which, &loop(), &error));
        return error;
    }
    void leave_with(write_lock& which) { test::run_on(loop(), leave(&which, &loop())); }

    /// Whether another process could have the lock now.
    [[nodiscard]] bool is_free() const {
        io::unique_fd const file(::open(path_of("lock").c_str(), O_RDWR | O_CLOEXEC));
        return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
    }

    write_lock lock;
};

BOOST_FIXTURE_TEST_SUITE(write_lock_suite, lock_fixture,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(the_lock_is_held_from_the_first_in_to_the_last_out) {
    BOOST_TEST(is_free());
    BOOST_TEST(!enter_with(lock).failed());
    BOOST_TEST(!is_free());
    BOOST_TEST(!enter_with(lock).failed());
    leave_with(lock);
    BOOST_TEST(!is_free());
    leave_with(lock);
    BOOST_TEST(is_free());
}

BOOST_AUTO_TEST_CASE(one_who_waits_longer_than_the_timeout_is_told_that_it_is_locked) {
    write_lock impatient;
    open(impatient, 30ms);
    test::held_lock other(path_of("lock").string());
    BOOST_TEST(enter_with(impatient) == make_error_code(errc::locked));
    other.release();
    // A refusal leaves nothing behind.
    BOOST_TEST(!enter_with(impatient).failed());
    leave_with(impatient);
    BOOST_TEST(is_free());
}

BOOST_AUTO_TEST_CASE(one_who_waits_gets_the_lock_when_it_is_released) {
    auto other = std::make_unique<test::held_lock>(path_of("lock").string());
    std::thread releasing([&other] {
        std::this_thread::sleep_for(20ms);
        other.reset();
    });
    BOOST_TEST(!enter_with(lock).failed());
    releasing.join();
    BOOST_TEST(!is_free());
    leave_with(lock);
}

BOOST_AUTO_TEST_CASE(two_locks_of_one_file_exclude_each_other) {
    write_lock second;
    open(second, 10ms);
    BOOST_TEST(!enter_with(lock).failed());
    BOOST_TEST(enter_with(second) == make_error_code(errc::locked));
    leave_with(lock);
    BOOST_TEST(!enter_with(second).failed());
    leave_with(second);
}

BOOST_AUTO_TEST_CASE(an_exclusive_hold_lasts_until_it_is_closed) {
    BOOST_TEST(!lock.hold().failed());
    BOOST_TEST(!enter_with(lock).failed());
    leave_with(lock);
    BOOST_TEST(!is_free());
    lock.close();
    BOOST_TEST(is_free());
}

BOOST_AUTO_TEST_CASE(an_exclusive_hold_that_another_has_is_refused_after_the_timeout) {
    test::held_lock const other(path_of("lock").string());
    write_lock impatient;
    open(impatient, 10ms);
    BOOST_TEST(impatient.hold() == make_error_code(errc::locked));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
