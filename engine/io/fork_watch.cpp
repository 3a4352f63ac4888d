#include "io/fork_watch.hpp"

#include <pthread.h>

#include <atomic>

namespace storh::io {
namespace {

std::atomic<std::uint64_t> generation{0};

void count_fork() noexcept {
    generation.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t fork_generation() noexcept {
    static bool const is_watching = ::pthread_atfork(nullptr, nullptr, &count_fork) == 0;
    (void)is_watching;
    return generation.load(std::memory_order_relaxed);
}

}  // namespace storh::io
