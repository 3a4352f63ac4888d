// More work at once than a ring has room for: nothing is dropped, everything waits its turn.

#include "integration/support/loop_fixture.hpp"
#include "integration/support/wait.hpp"

#include <storh/doc_store.hpp>

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace storh::io {
namespace {

/// The smallest ring: 64 slots for open files, 512 completions.
engine_options small_ring() { return test::options_under_test().in_flight(1).rings(1); }

struct small_ring_fixture : test::loop_fixture {
    small_ring_fixture() : loop_fixture(small_ring()) { std::ofstream(path_of("a")) << "hello"; }
};

/// Puts that all wait at once: how many failed.
std::size_t failures_of_puts(unsigned count, durability kind) {
    test::temp_directory directory;
    engine on(small_ring());
    doc_store store = test::must(
        doc_store::open(on, directory.path().string(), "pages", store_options().durable(kind)));
    test::burst<record> puts;
    for (unsigned number = 0; number < count; ++number) puts.add(store.put(json::object()));
    std::size_t failures = 0;
    for (auto const& put : puts.run()) failures += put.error ? 1 : 0;
    return failures;
}

BOOST_AUTO_TEST_SUITE(back_pressure_suite, *test::utf::precondition(&test::has_backend))

BOOST_FIXTURE_TEST_CASE(more_chains_than_slots_and_completions_all_complete, small_ring_fixture) {
    constexpr std::size_t count = 5000;
    std::string bytes(count * 8, '\0');
    test::operations all;
    for (std::size_t number = 0; number < count; ++number) {
        operation& op = all.emplace_back();
        aim(op, opcode::read_file, "a", O_RDONLY);
        op.data = bytes.data() + number * 8;
        op.length = 8;
    }
    run(all);
    for (std::size_t number = 0; number < count; ++number) {
        BOOST_REQUIRE(all[number].result == 5);
        BOOST_REQUIRE(bytes.compare(number * 8, 5, "hello") == 0);
    }
}

BOOST_FIXTURE_TEST_CASE(more_single_operations_than_completions_all_complete, small_ring_fixture) {
    constexpr std::size_t count = 5000;
    std::deque<struct statx> statuses(count);
    test::operations all;
    for (struct statx& status : statuses) {
        operation& op = all.emplace_back();
        aim(op, opcode::stat_file, "a");
        op.status = &status;
    }
    run(all);
    for (std::size_t number = 0; number < count; ++number) {
        BOOST_REQUIRE(all[number].result == 0);
        BOOST_REQUIRE(statuses[number].stx_size == 5U);
    }
}

BOOST_FIXTURE_TEST_CASE(what_is_in_flight_never_exceeds_the_completion_ring, small_ring_fixture) {
    test::operations all;
    char byte = 0;
    for (int number = 0; number < 3000; ++number) {
        operation& op = all.emplace_back();
        aim(op, opcode::read_file, "a", O_RDONLY);
        op.data = &byte;
    }
    run(all);
    BOOST_TEST(loop().counters().in_flight_max <= 512U);
}

BOOST_FIXTURE_TEST_CASE(more_jobs_than_workers_all_complete, small_ring_fixture) {
    test::operations all;
    for (int number = 0; number < 2000; ++number) {
        all.emplace_back().job = [](operation&) noexcept { return 3; };
    }
    run(all);
    for (operation const& op : all) BOOST_REQUIRE(op.result == 3);
}

// A generation that syncs each file keeps all of them open; it must not need more slots than there
// are, or it would wait for itself.
BOOST_AUTO_TEST_CASE(a_generation_of_synced_files_fits_into_the_smallest_ring) {
    BOOST_TEST(failures_of_puts(600, durability::record) == 0U);
}

BOOST_AUTO_TEST_CASE(a_generation_behind_a_barrier_fits_into_the_smallest_ring) {
    BOOST_TEST(failures_of_puts(600, durability::group) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
