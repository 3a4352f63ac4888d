// storh/progress.hpp
//
// How far a long operation has come.

#pragma once

#include <atomic>
#include <cstdint>

namespace storh {

/// Counts that a long operation keeps while it runs, to be looked at by whoever shows them.
///
/// An operation that takes one in its options counts up from zero in it; use a new one for each.
///
/// \par Threads
/// Any; each count is exact at some moment of late, and they are not taken together.
class progress {
public:
    progress() = default;

    /// Records handled so far.
    [[nodiscard]] std::uint64_t records() const noexcept { return records_.load(relaxed); }

    /// Steps done and steps in all, in the operation's own unit; no steps in all while that is
    /// unknown.
    [[nodiscard]] std::uint64_t done() const noexcept { return done_.load(relaxed); }
    [[nodiscard]] std::uint64_t total() const noexcept { return total_.load(relaxed); }

    /// For the library's own use.
    void add_records(std::uint64_t count) noexcept { records_.fetch_add(count, relaxed); }
    void add_done(std::uint64_t count) noexcept { done_.fetch_add(count, relaxed); }
    void set_total(std::uint64_t count) noexcept { total_.store(count, relaxed); }

private:
    static constexpr std::memory_order relaxed = std::memory_order_relaxed;

    std::atomic<std::uint64_t> records_{0};
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint64_t> total_{0};
};

}  // namespace storh
