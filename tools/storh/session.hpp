// tools/storh/session.hpp
//
// An engine, and the io_context on which a command's coroutine runs to its end in the main thread.

#pragma once

#include "common_options.hpp"

#include <storh/doc_store.hpp>
#include <storh/engine.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>

namespace storh::tool {

/// The token with which operations give their error code instead of throwing it.
inline constexpr auto as_result = asio::as_tuple(asio::deferred);

/// The same for an operation that is to be cancelled through `slot`.
[[nodiscard]] inline auto as_result_of(asio::cancellation_slot const& slot) {
    return asio::as_tuple(asio::bind_cancellation_slot(slot, asio::use_awaitable));
}

/// Makes the engine, runs what `body` returns, gives its exit code. Exceptions pass through.
int run_session(common_options const& options,
                std::function<asio::awaitable<int>(engine&)> const& body);

/// Opens the collection for reading and writing. Throws failure.
[[nodiscard]] asio::awaitable<doc_store> open_for_writing(engine& on, common_options options);

/// Opens the collection for reading; fails with exit code 4 if it does not exist.
[[nodiscard]] asio::awaitable<doc_store> open_for_reading(engine& on, common_options options);

}  // namespace storh::tool
