// Writes that stop half-way: a limit of the file size gives a short write first and EFBIG then,
// like a disk that becomes full.

#include "integration/support/child.hpp"
#include "integration/support/loop_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/resource.h>

#include <cerrno>
#include <csignal>
#include <filesystem>

namespace storh::io {
namespace {

constexpr rlim_t limit_bytes = 40000;

/// From now on files of this process end at the limit; for a child.
void limit_files() {
    (void)std::signal(SIGXFSZ, SIG_IGN);
    rlimit const limit{limit_bytes, limit_bytes};
    (void)::setrlimit(RLIMIT_FSIZE, &limit);
}

/// Runs `body` in a limited process: its exit status, which is 0 if all of the body holds.
int in_limited_child(bool (*body)(test::loop_fixture&)) {
    return test::child([body](int) {
               limit_files();
               test::loop_fixture fixture;
               return body(fixture) ? 0 : 1;
           })
        .wait();
}

/// Writes more than fits by `code`; the result.
int write_too_much(test::loop_fixture& fixture, operation& op, opcode code, char const* name) {
    std::string bytes(100000, 'x');
    fixture.aim(op, code, name, bytes);
    return fixture.run(op);
}

bool write_reports_the_reason(test::loop_fixture& fixture) {
    operation op;
    return write_too_much(fixture, op, opcode::write_file, "a") == -EFBIG;
}

/// The caller has to close it, and can remove it.
bool create_reports_the_reason_and_stays_open(test::loop_fixture& fixture) {
    operation op;
    if (write_too_much(fixture, op, opcode::create_file, "a") != -EFBIG) return false;
    if (op.file.index < 0) return false;
    op.code = opcode::close_file;
    return fixture.run(op) == 0 && std::filesystem::remove(fixture.path_of("a"));
}

bool a_write_up_to_the_limit_is_whole(test::loop_fixture& fixture) {
    std::string bytes(limit_bytes, 'x');
    operation op;
    fixture.aim(op, opcode::write_file, "a", bytes);
    return fixture.run(op) == static_cast<int>(limit_bytes) &&
           std::filesystem::file_size(fixture.path_of("a")) == limit_bytes;
}

/// The other operations of a batch are not concerned.
bool one_failure_leaves_the_others_alone(test::loop_fixture& fixture) {
    test::operations all;
    std::string large(100000, 'x');
    std::string small(100, 'x');
    std::deque<std::string> names;
    for (int number = 0; number < 100; ++number) {
        std::string& bytes = number % 10 == 0 ? large : small;
        names.push_back(std::to_string(number));
        fixture.aim(all.emplace_back(), opcode::write_file, names.back().c_str(), bytes);
    }
    fixture.run(all);
    for (std::size_t number = 0; number < all.size(); ++number) {
        if (all[number].result != (number % 10 == 0 ? -EFBIG : 100)) return false;
    }
    return true;
}

BOOST_AUTO_TEST_SUITE(failing_write_suite, *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(a_write_that_stops_half_way_reports_why) {
    BOOST_TEST(in_limited_child(&write_reports_the_reason) == 0);
}

BOOST_AUTO_TEST_CASE(a_created_file_that_cannot_be_filled_is_still_open) {
    BOOST_TEST(in_limited_child(&create_reports_the_reason_and_stays_open) == 0);
}

BOOST_AUTO_TEST_CASE(a_write_that_just_fits_succeeds) {
    BOOST_TEST(in_limited_child(&a_write_up_to_the_limit_is_whole) == 0);
}

BOOST_AUTO_TEST_CASE(one_failed_write_leaves_the_others_of_its_batch_alone) {
    BOOST_TEST(in_limited_child(&one_failure_leaves_the_others_alone) == 0);
}

// Each chain opens a slot of the ring's table; one that leaked with each failure would stop the
// ring long before the end.
BOOST_AUTO_TEST_CASE(ten_thousand_failing_chains_leak_no_slot) {
    test::loop_fixture fixture(test::options_under_test().in_flight(1));
    std::filesystem::create_directory(fixture.path_of("directory"));
    std::string bytes = "x";
    for (int round = 0; round < 100; ++round) {
        test::operations all;
        for (int number = 0; number < 100; ++number) {
            operation& op = all.emplace_back();
            switch (number % 4) {
                case 0: fixture.aim(op, opcode::write_file, "missing/a", bytes); break;
                case 1: fixture.aim(op, opcode::read_file, "missing", bytes, O_RDONLY); break;
                // The open succeeds here and the read fails.
                case 2: fixture.aim(op, opcode::read_file, "directory", bytes, O_RDONLY); break;
                default: fixture.aim(op, opcode::create_file, "missing/a", bytes); break;
            }
        }
        fixture.run(all);
        for (std::size_t number = 0; number < all.size(); ++number) {
            BOOST_REQUIRE(all[number].result == (number % 4 == 2 ? -EISDIR : -ENOENT));
        }
    }
    operation op;
    fixture.aim(op, opcode::write_file, "a", bytes);
    BOOST_TEST(fixture.run(op) == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
