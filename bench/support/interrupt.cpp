#include "support/interrupt.hpp"

#include <signal.h>

#include <atomic>

namespace storh::bench {

namespace {

std::atomic<bool> noted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

void note(int /*signal*/) {
    noted.store(true, std::memory_order_relaxed);
}

}  // namespace

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;  // the engine under measurement is not disturbed
    for (int const signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

bool is_interrupted() noexcept {
    return noted.load(std::memory_order_relaxed);
}

void check_interrupted() {
    if (is_interrupted()) throw interrupted_error();
}

}  // namespace storh::bench
