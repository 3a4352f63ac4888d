// What the rings of one engine share: the barrier of a file system, the lock of a collection.

#include "integration/support/loop_fixture.hpp"
#include "publish/commit/shared_barrier.hpp"
#include "publish/commit/write_lock.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/file.h>

#include <atomic>
#include <memory>
#include <thread>

namespace storh::publish {
namespace {

constexpr int rounds = 300;

io::task<void> sync_often(std::shared_ptr<shared_barrier> barrier, io::ring_loop* loop,
                          std::atomic<int>* failures) {
    for (int round = 0; round < rounds; ++round) {
        io::outcome const result = co_await barrier->wait(*loop);
        if (result.error || !loop->runs_here()) ++*failures;
    }
}

io::task<void> lock_often(write_lock* lock, io::ring_loop* loop, std::atomic<int>* failures) {
    for (int round = 0; round < rounds; ++round) {
        io::outcome const result = co_await lock->enter(*loop);
        if (result.error || !loop->runs_here()) ++*failures;
        // As long as a turn of the ring takes.
        io::batch nothing(*loop);
        co_await nothing.finished();
        lock->leave(*loop);
    }
}

struct two_rings {
    two_rings()
        : rings(test::options_under_test().rings(2)),
          fd(::open(directory.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

    [[nodiscard]] io::unique_fd open_lock() const {
        return io::unique_fd(
            ::open((directory.path() / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    }

    /// Runs what `make` makes on both rings at once.
    template <class Make>
    void run(Make make) {
        std::thread second([this, &make] { test::run_on(rings.loop(1), make(&rings.loop(1))); });
        test::run_on(rings.loop(0), make(&rings.loop(0)));
        second.join();
    }

    test::temp_directory directory;
    io::ring_set rings;
    io::unique_fd fd;
    std::atomic<int> failures{0};
};

BOOST_FIXTURE_TEST_SUITE(shared_by_rings_suite, two_rings,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(two_rings_share_one_barrier) {
    auto const barrier = shared_barrier::of(rings.loop(0), fd.get());
    run([&](io::ring_loop* loop) { return sync_often(barrier, loop, &failures); });
    BOOST_TEST(failures.load() == 0);
    BOOST_TEST(barrier->count() >= static_cast<std::uint64_t>(rounds));
    BOOST_TEST(barrier->count() <= static_cast<std::uint64_t>(2 * rounds));
}

BOOST_AUTO_TEST_CASE(two_rings_share_one_lock_which_is_free_in_the_end) {
    write_lock lock;
    lock.open(open_lock(), std::chrono::seconds(30));
    run([&](io::ring_loop* loop) { return lock_often(&lock, loop, &failures); });
    BOOST_TEST(failures.load() == 0);
    io::unique_fd const other = open_lock();
    BOOST_TEST(::flock(other.get(), LOCK_EX | LOCK_NB) == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
