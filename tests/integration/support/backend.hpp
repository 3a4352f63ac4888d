// tests/integration/support/backend.hpp
//
// Which backend this run of the tests is about: the environment variable STORH_BACKEND. Suites that
// need it are skipped with a word where the system forbids it.

#pragma once

#include <storh/engine_options.hpp>

#include <boost/test/tree/decorator.hpp>
#include <boost/test/unit_test_suite.hpp>

namespace storh::test {

namespace utf = boost::unit_test;

/// The backend that STORH_BACKEND names; automatic without it.
[[nodiscard]] backend_kind backend_under_test();

/// Options for an engine on that backend.
[[nodiscard]] engine_options options_under_test();

/// For `utf::precondition`: false, and why, when the backend is not allowed here.
[[nodiscard]] boost::test_tools::assertion_result has_backend(utf::test_unit_id id);

/// For `utf::precondition`: false where file systems cannot be mounted.
[[nodiscard]] boost::test_tools::assertion_result can_mount(utf::test_unit_id id);

/// Whether the program is instrumented, and so several times slower.
[[nodiscard]] constexpr bool is_sanitized() noexcept {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

/// Whether a child of fork() may not start threads because the thread sanitizer forbids it.
[[nodiscard]] constexpr bool is_thread_sanitized() noexcept {
#if defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

}  // namespace storh::test
