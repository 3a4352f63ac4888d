// io/backend_factory.hpp
//
// Chooses the backend of an engine by trying, and says why it chose so.
//
// Only this file's source names the three implementations.

#pragma once

#include <storh/engine_options.hpp>

#include "io/backend.hpp"
#include "io/blocking_pool.hpp"

#include <memory>
#include <string>

namespace storh::io {

/// What the engine will run on.
struct backend_choice {
    backend_choice() = default;
    backend_kind kind = backend_kind::threads;
    std::string reason;  ///< one sentence for the operator
};

/// Decides between the backends; makes a ring to try when io_uring may be used.
/// Throws system_error(errc::backend_unavailable) when `options` insist on io_uring in vain.
[[nodiscard]] backend_choice choose_backend(engine_options const& options);

/// Makes the backend of one ring, on the thread that will use it. When the system refuses one more
/// ring it is one on threads, and `problem` says why.
[[nodiscard]] std::unique_ptr<backend> make_backend(backend_kind kind,
                                                    engine_options const& options,
                                                    blocking_pool& pool, std::string& problem);

}  // namespace storh::io
