// bench/support/interrupt.hpp
//
// Ctrl-C as an exception: a run stops at the next operation, and everything that was mounted, made
// or started is taken back on the way out.

#pragma once

#include <exception>

namespace storh::bench {

class interrupted_error : public std::exception {
public:
    [[nodiscard]] char const* what() const noexcept override { return "interrupted"; }
};

/// From now on SIGINT, SIGTERM and SIGHUP are noted. Call once, before any thread is started.
void catch_interrupts();

/// Whether one has come.
[[nodiscard]] bool is_interrupted() noexcept;

/// Throws interrupted_error if one has come.
void check_interrupted();

}  // namespace storh::bench
