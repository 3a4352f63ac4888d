// io/ring_executor.hpp
//
// The executor of a ring loop: runs functions, and with them coroutines, on the ring's thread.
//
// It never runs anything inline (blocking.never), so no completion re-enters the code that caused
// it. Engine code is written as `task<T>` on this executor.

#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>

#include <type_traits>
#include <utility>

namespace storh::io {

namespace asio = boost::asio;

class ring_loop;

class ring_executor {
public:
    explicit ring_executor(ring_loop& loop) noexcept : loop_(&loop) {}

    [[nodiscard]] ring_loop& context() const noexcept { return *loop_; }

    template <class Function>
    void execute(Function&& function) const;

    [[nodiscard]] asio::execution_context& query(asio::execution::context_t) const noexcept;
    static constexpr asio::execution::blocking_t query(asio::execution::blocking_t) noexcept {
        return asio::execution::blocking.never;
    }
    [[nodiscard]] ring_executor require(asio::execution::blocking_t::never_t) const noexcept {
        return *this;
    }

    friend bool operator==(ring_executor const&, ring_executor const&) noexcept = default;

private:
    ring_loop* loop_;
};

/// A coroutine that runs on a ring's thread.
template <class T>
using task = asio::awaitable<T, ring_executor>;

}  // namespace storh::io
