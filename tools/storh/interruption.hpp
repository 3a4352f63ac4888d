// tools/storh/interruption.hpp
//
// A first SIGINT or SIGTERM asks for an orderly end; a second one ends the program at once.
//
// Threads: made, told and destroyed on the main thread.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/signal_set.hpp>

#include <functional>
#include <memory>

namespace storh::tool {

class interruption {
public:
    /// Calls `asked` on `executor` when the first signal comes. As long as this object lives, the
    /// executor's context has work.
    interruption(asio::any_io_executor const& executor, std::function<void()> asked);
    ~interruption();
    interruption(interruption const&) = delete;
    interruption& operator=(interruption const&) = delete;

    /// The signal that came; 0 if none did.
    [[nodiscard]] int signal() const noexcept { return state_->signal; }

private:
    // Outlives the object where the handler is already on its way when that goes.
    struct state {
        state(asio::any_io_executor const& executor, std::function<void()> to_call);
        asio::signal_set signals;
        std::function<void()> asked;
        int signal = 0;
    };

    std::shared_ptr<state> state_;
};

}  // namespace storh::tool
