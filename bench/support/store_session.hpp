// bench/support/store_session.hpp
//
// An engine with one open store, and an io_context on which a run waits for its operations.
//
// Threads: everything happens on the thread that calls; the engine has its own.

#pragma once

#include "support/site.hpp"
#include "workload.hpp"

#include <storh/doc_store.hpp>
#include <storh/engine.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <utility>

namespace storh::bench {

/// Runs `context` until `task` is done; throws what it throws.
void run_to_end(asio::io_context& context, asio::awaitable<void> task);

class store_session {
public:
    /// Opens the collection below `root`.
    store_session(std::filesystem::path const& root, run_settings const& settings,
                  access_mode access = access_mode::read_write);

    [[nodiscard]] asio::io_context& context() noexcept { return context_; }
    [[nodiscard]] storh::engine& engine() noexcept { return engine_; }
    [[nodiscard]] doc_store& store() noexcept { return store_; }

    /// System calls that the rings have made so far.
    [[nodiscard]] std::uint64_t enters() const { return engine_.stats().enters; }

    void close();

private:
    asio::io_context context_{1};
    storh::engine engine_;
    doc_store store_;
};

/// The options of an engine for `settings`.
[[nodiscard]] engine_options engine_options_of(run_settings const& settings);

/// The options of a store for `settings`.
[[nodiscard]] store_options store_options_of(run_settings const& settings, access_mode access);

}  // namespace storh::bench
