#include "integration/support/loop_fixture.hpp"
#include "publish/commit/shared_barrier.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <cerrno>
#include <memory>

namespace storh::publish {
namespace {

using boost::system::error_code;

io::task<void> wait_for(std::shared_ptr<shared_barrier> barrier, io::ring_loop* loop,
                        error_code* error) {
    io::outcome const result = co_await barrier->wait(*loop);
    *error = result.error;
}

struct barrier_fixture : test::loop_fixture {
    /// What one who waits for `barrier` is told.
    error_code wait(std::shared_ptr<shared_barrier> const& barrier) {
        error_code error;
        test::run_on(loop(), wait_for(barrier, &loop(), &error));
        return error;
    }

    std::shared_ptr<shared_barrier> find() { return shared_barrier::of(loop(), fd.get()); }
};

io::task<void> wait_and_count(std::shared_ptr<shared_barrier> barrier, io::ring_loop* loop,
                              int* done) {
    io::outcome const result = co_await barrier->wait(*loop);
    *done += result.error ? 0 : 1;
}

/// `count` that wait at once.
io::task<void> wait_together(std::shared_ptr<shared_barrier> barrier, io::ring_loop* loop,
                             int count, int* done) {
    for (int number = 0; number < count; ++number) {
        asio::co_spawn(loop->get_executor(), wait_and_count(barrier, loop, done),
                       [](std::exception_ptr) {});
    }
    // The first serves this one alone; all others, who ask while it runs, share the second.
    co_await barrier->wait(*loop);
    co_await barrier->wait(*loop);
}

BOOST_FIXTURE_TEST_SUITE(shared_barrier_suite, barrier_fixture,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(a_barrier_is_counted_when_it_has_run) {
    auto const barrier = find();
    BOOST_TEST(barrier->count() == 0U);
    BOOST_TEST(!wait(barrier).failed());
    BOOST_TEST(!wait(barrier).failed());
    BOOST_TEST(barrier->count() == 2U);
}

BOOST_AUTO_TEST_CASE(one_file_system_has_one_barrier_as_long_as_somebody_has_it) {
    auto const first = find();
    BOOST_TEST(find() == first);
}

BOOST_AUTO_TEST_CASE(those_who_ask_while_one_runs_share_the_next) {
    auto const barrier = find();
    int done = 0;
    test::run_on(loop(), wait_together(barrier, &loop(), 100, &done));
    BOOST_TEST(barrier->count() == 3U);
    BOOST_TEST(done == 100);
}

// A failure is reported once by the kernel, but the data of everybody who wrote before is in doubt.
BOOST_AUTO_TEST_CASE(a_failed_sync_fails_this_batch_and_every_later_one) {
    // syncfs fails with EBADF on a descriptor that is only a path.
    int const broken = ::open(directory.path().c_str(), O_PATH | O_CLOEXEC);
    auto const barrier = std::make_shared<shared_barrier>(io::unique_fd(broken));
    error_code const first = wait(barrier);
    BOOST_TEST(first.value() == EBADF);
    // From here on the kernel would say that all is well.
    BOOST_REQUIRE(::dup3(fd.get(), broken, O_CLOEXEC) == broken);
    BOOST_TEST(wait(barrier) == first);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
