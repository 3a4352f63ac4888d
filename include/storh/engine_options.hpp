// storh/engine_options.hpp
//
// How an engine does its I/O: backend, rings, and the bounds on what it has in flight.

#pragma once

#include <cstdint>
#include <string_view>

namespace storh {

/// The ways to do file I/O.
enum class backend_kind : std::uint8_t {
    automatic,  ///< io_uring where the system allows it, else threads
    uring,      ///< io_uring; constructing the engine fails where it is not allowed
    threads,    ///< a pool of worker threads
    sync,       ///< one blocking call after the other on each ring's thread: the baseline
};

/// The name of a backend as programs print and take it: `automatic`, `uring`, `threads`, `sync`.
[[nodiscard]] std::string_view to_string(backend_kind kind) noexcept;

/// Options of an engine. Every setter returns the object, so they chain; values out of range are
/// brought into it.
class engine_options {
public:
    engine_options() = default;

    /// Which backend to use. Default: automatic.
    engine_options& backend(backend_kind kind) noexcept {
        backend_ = kind;
        return *this;
    }
    [[nodiscard]] backend_kind backend() const noexcept { return backend_; }

    /// How many rings (threads) share the 256 buckets, 1 to 64. Default 0: one for each hardware
    /// thread, at most 8.
    engine_options& rings(unsigned count) noexcept;
    [[nodiscard]] unsigned rings() const noexcept { return rings_; }

    /// Operations that one ring lets the kernel work on at once, 1 to 1,024. More wait in the ring.
    /// Default: 256.
    engine_options& in_flight(unsigned count) noexcept;
    [[nodiscard]] unsigned in_flight() const noexcept { return in_flight_; }

    /// Kernel workers of one ring, and threads of the pool of the whole engine, 1 to 256. Creates,
    /// syncs and renames block in the kernel, so this many of them run side by side; the system's
    /// own limit, four a processor, costs more than half of the rate. Default: 64.
    engine_options& io_workers(unsigned count) noexcept;
    [[nodiscard]] unsigned io_workers() const noexcept { return io_workers_; }

private:
    backend_kind backend_ = backend_kind::automatic;
    unsigned rings_ = 0;
    unsigned in_flight_ = 256;
    unsigned io_workers_ = 64;
};

}  // namespace storh
