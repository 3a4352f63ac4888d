// storh/engine.hpp
//
// The rings, and the threads that own them, which all stores of a program share.

#pragma once

#include <storh/engine_options.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace storh {

namespace io {
class ring_set;
}

/// What an engine has done since it was made. Counts only grow.
struct engine_stats {
    engine_stats() = default;
    std::uint64_t operations = 0;     ///< file operations completed
    std::uint64_t enters = 0;         ///< system calls made to submit them and to wait
    std::uint64_t wake_ups = 0;       ///< times a sleeping ring was woken by another thread
    std::uint64_t in_flight_max = 0;  ///< most ring entries in flight on one ring
};

/// Owns the rings. Make one for a program and open every store on it.
///
/// \par Threads
/// All members may be called from any thread; completion handlers of operations never run on the
/// engine's own threads, but on the executor associated with them.
///
/// \par Lifetimes
/// The destructor closes every store that is still open, waits until what was started is done, and
/// joins the threads; afterwards operations on such stores fail with `errc::closed`. It must not run
/// on a thread whose return an operation in flight is waiting for.
///
/// \par fork
/// A child of fork() has none of the threads. There every operation fails with `errc::forked`;
/// the child may destroy the engine and make one of its own.
class engine {
public:
    /// Chooses the backend and starts the rings.
    ///
    /// \throws boost::system::system_error `errc::backend_unavailable` when the options insist on
    /// io_uring and the system refuses it; std::system_error when no thread can be started.
    explicit engine(engine_options options = engine_options());
    ~engine();
    engine(engine const&) = delete;
    engine& operator=(engine const&) = delete;

    /// What the engine runs on: uring, threads or sync, never automatic.
    [[nodiscard]] backend_kind backend() const noexcept;

    /// Why it runs on that, in one sentence for an operator.
    [[nodiscard]] std::string const& backend_reason() const noexcept;

    /// How many rings there are.
    [[nodiscard]] unsigned rings() const noexcept;

    /// Counts up to now; each at most a moment old.
    [[nodiscard]] engine_stats stats() const;

    /// For the library's own use.
    [[nodiscard]] std::shared_ptr<io::ring_set> const& implementation() const noexcept {
        return rings_;
    }

private:
    std::shared_ptr<io::ring_set> rings_;
};

}  // namespace storh
