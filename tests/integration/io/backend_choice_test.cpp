// What an engine runs on, where io_uring is forbidden and where limits are low. Each case is a
// process of its own, because filters and limits are for good.

#include "integration/support/backend.hpp"
#include "integration/support/child.hpp"
#include "integration/support/loop_fixture.hpp"
#include "integration/support/seccomp_filter.hpp"

#include <storh/engine.hpp>
#include <storh/error.hpp>

#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>

#include <cerrno>
#include <fstream>
#include <functional>
#include <string>

namespace storh::io {
namespace {

/// What `body` reports from a child, without more threads than its own.
std::string in_child(std::function<std::string()> const& body) {
    test::child process([&body](int to) {
        test::report(to, body());
        return 0;
    });
    std::string text = process.read_all();
    int const status = process.wait();
    return status == 0 ? text : "exit " + std::to_string(status);
}

std::string choice_without_io_uring(int error) {
    test::forbid_io_uring(error);
    engine const on(engine_options().rings(1));
    return std::string(to_string(on.backend())) + ": " + on.backend_reason();
}

std::string insist_without_io_uring(int error) {
    test::forbid_io_uring(error);
    try {
        engine const on(engine_options().backend(backend_kind::uring));
        return "made";
    } catch (boost::system::system_error const& refusal) {
        bool const is_right = refusal.code() == make_error_code(errc::backend_unavailable);
        return (is_right ? "refused: " : "other: ") + std::string(refusal.what());
    }
}

void limit(int resource, rlim_t value) {
    rlimit const both{value, value};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0) throw std::exception();
}

/// 2,000 files written and read at once on the backend under test, or what replaces it.
std::string write_and_read_many() {
    bool const is_uring = test::backend_under_test() == backend_kind::uring;
    test::loop_fixture fixture(is_uring ? engine_options() : test::options_under_test());
    std::string bytes = "hello";
    std::deque<std::string> names;
    test::operations writes;
    test::operations reads;
    std::string read(2000 * 8, '\0');
    for (std::size_t number = 0; number < 2000; ++number) {
        names.push_back(std::to_string(number));
        fixture.aim(writes.emplace_back(), opcode::write_file, names.back().c_str(), bytes);
        operation& op = reads.emplace_back();
        fixture.aim(op, opcode::read_file, names.back().c_str(), O_RDONLY);
        op.data = read.data() + number * 8;
        op.length = 8;
    }
    fixture.run(writes);
    fixture.run(reads);
    for (auto const* const all : {&writes, &reads}) {
        for (operation const& op : *all) {
            if (op.result != 5) return std::to_string(op.result);
        }
    }
    return "fine";
}

BOOST_AUTO_TEST_SUITE(backend_choice_suite, *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(the_backend_that_was_asked_for_is_used_and_says_so) {
    engine const on(test::options_under_test());
    if (test::backend_under_test() == backend_kind::automatic) return;
    BOOST_CHECK(on.backend() == test::backend_under_test());
    bool const is_uring = on.backend() == backend_kind::uring;
    BOOST_TEST(on.backend_reason() ==
               (is_uring ? "io_uring is available" : "asked for by the options"));
}

BOOST_AUTO_TEST_CASE(where_io_uring_is_not_permitted_threads_do_the_work_and_say_why) {
    std::string const choice = in_child([] { return choice_without_io_uring(EPERM); });
    BOOST_TEST(choice.starts_with("threads: "), choice);
    BOOST_TEST(choice.find("not permitted") != std::string::npos, choice);
    BOOST_TEST(choice.ends_with("; using threads"), choice);
}

BOOST_AUTO_TEST_CASE(where_io_uring_does_not_exist_threads_do_the_work_and_say_why) {
    std::string const choice = in_child([] { return choice_without_io_uring(ENOSYS); });
    BOOST_TEST(choice.starts_with("threads: "), choice);
    BOOST_TEST(choice.find("not available") != std::string::npos, choice);
}

BOOST_AUTO_TEST_CASE(who_insists_on_a_forbidden_io_uring_is_refused_with_the_reason) {
    for (int const error : {EPERM, ENOSYS}) {
        std::string const answer = in_child([error] { return insist_without_io_uring(error); });
        BOOST_TEST(answer.starts_with("refused: "), answer);
        BOOST_TEST(answer.find("io_uring_setup") != std::string::npos, answer);
    }
}

BOOST_AUTO_TEST_CASE(sixty_four_open_files_are_enough) {
    BOOST_TEST(in_child([] {
                   limit(RLIMIT_NOFILE, 64);
                   return write_and_read_many();
               }) == "fine");
}

// Some kernels count a ring as locked memory; then threads do the work.
BOOST_AUTO_TEST_CASE(no_locked_memory_at_all_is_enough) {
    BOOST_TEST(in_child([] {
                   limit(RLIMIT_MEMLOCK, 0);
                   // Root is above this limit.
                   test::drop_privileges();
                   return write_and_read_many();
               }) == "fine");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
