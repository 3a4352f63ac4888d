#include "io/backend_factory.hpp"

#include <storh/error.hpp>

#include "io/sync/sync_backend.hpp"
#include "io/threads/threads_backend.hpp"
#include "io/uring/ring.hpp"
#include "io/uring/uring_backend.hpp"

#include <boost/system/system_error.hpp>

#include <sys/eventfd.h>

#include <algorithm>
#include <bit>

namespace storh::io {
namespace {

/// Entries of a submission ring: room for the chains of everything in flight, within what one
/// allocation of the kernel comfortably gives.
unsigned ring_entries(engine_options const& options) {
    return std::bit_ceil(std::clamp<unsigned>(options.in_flight() * 4U, 256U, 4096U));
}

/// Slots for direct descriptors: as many chains as may run at once.
unsigned ring_slots(engine_options const& options) {
    return std::clamp<unsigned>(options.in_flight() * 2U, 64U, 2048U);
}

std::unique_ptr<backend> make_uring(engine_options const& options, blocking_pool& pool,
                                    boost::system::error_code& error) {
    auto made = uring::ring::make(ring_entries(options), ring_slots(options));
    if (!made) {
        error = made.error();
        return nullptr;
    }
    unique_fd wake_fd(::eventfd(0, EFD_CLOEXEC));
    if (!wake_fd) {
        error.assign(errno, boost::system::system_category());
        return nullptr;
    }
    auto result =
        std::make_unique<uring::uring_backend>(std::move(*made), std::move(wake_fd), pool);
    result->limit_workers(options.io_workers());
    return result;
}

backend_choice choose_by_trying(engine_options const& options) {
    backend_choice choice;
    auto const made = uring::ring::make(ring_entries(options), ring_slots(options));
    if (made) {
        choice.kind = backend_kind::uring;
        choice.reason = "io_uring is available";
        return choice;
    }
    choice.kind = backend_kind::threads;
    choice.reason = uring::explain_setup_error(made.error().value()) + "; using threads";
    return choice;
}

}  // namespace

backend_choice choose_backend(engine_options const& options) {
    backend_choice choice;
    choice.kind = options.backend();
    choice.reason = "asked for by the options";
    if (options.backend() == backend_kind::threads || options.backend() == backend_kind::sync) {
        return choice;
    }
    choice = choose_by_trying(options);
    if (options.backend() == backend_kind::uring && choice.kind != backend_kind::uring) {
        throw boost::system::system_error(make_error_code(errc::backend_unavailable),
                                          choice.reason);
    }
    return choice;
}

std::unique_ptr<backend> make_backend(backend_kind kind, engine_options const& options,
                                      blocking_pool& pool, std::string& problem) {
    if (kind == backend_kind::sync) return std::make_unique<sync::sync_backend>();
    if (kind == backend_kind::uring) {
        boost::system::error_code error;
        if (auto made = make_uring(options, pool, error)) return made;
        problem = uring::explain_setup_error(error.value());
    }
    return std::make_unique<threads::threads_backend>(pool);
}

}  // namespace storh::io
