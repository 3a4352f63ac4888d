// io_uring forbidden as containers do it: everything works on threads, and the reason is told.

#include "integration/support/child.hpp"
#include "integration/support/seccomp_filter.hpp"
#include "integration/support/store_fixture.hpp"

#include <boost/system/system_error.hpp>

#include <unistd.h>

#include <cstdlib>

namespace storh::test {
namespace {

/// Runs the suites of this program that `selection` names in a process without io_uring.
int run_without_uring(int error, char const* selection) {
    child process([&](int) {
        forbid_io_uring(error);
        (void)::setenv("STORH_BACKEND", "automatic", 1);
        std::string const tests = std::string("--run_test=") + selection;
        // A million awaits are for the backends themselves.
        (void)::execl("/proc/self/exe", "integration_tests", tests.c_str(),
                      "--run_test=!tokens_suite/a_million*", "--report_level=no", nullptr);
        return 98;
    });
    return process.wait();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forbidden_uring_suite, *utf::precondition(has_backend))

BOOST_AUTO_TEST_CASE(the_engine_falls_back_to_threads_and_tells_why) {
    for (int const error : {EPERM, ENOSYS}) {
        child process([error](int) {
            forbid_io_uring(error);
            engine const on;
            if (on.backend() != backend_kind::threads) return 1;
            if (on.backend_reason().find("io_uring") == std::string::npos) return 2;
            if (on.backend_reason().find("threads") == std::string::npos) return 3;
            try {
                engine const insisting(engine_options().backend(backend_kind::uring));
                return 4;
            } catch (boost::system::system_error const& refusal) {
                return refusal.code() == errc::backend_unavailable ? 0 : 5;
            }
        });
        BOOST_TEST(process.wait() == 0, error);
    }
}

BOOST_AUTO_TEST_CASE(everything_a_store_does_works_without_io_uring) {
    // The other backends never ask for it.
    if (backend_under_test() != backend_kind::uring) return;
    BOOST_TEST(run_without_uring(EPERM, "@behaviour") == 0);
    BOOST_TEST(run_without_uring(ENOSYS, "conditions_suite") == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
