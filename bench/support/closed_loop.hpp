// bench/support/closed_loop.hpp
//
// A closed loop: a fixed number of operations is on its way, each one that ends starts the next.
//
// Latency is from the call that initiates the operation to the resumption of the coroutine that
// waits for it: what a user of co_await sees. Making the arguments is not part of it.

#pragma once

#include "support/interrupt.hpp"
#include "support/latency_histogram.hpp"

#include <storh/detail/namespaces.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <utility>

namespace storh::bench {

using steady = std::chrono::steady_clock;

inline double seconds_since(steady::time_point start) {
    return std::chrono::duration<double>(steady::now() - start).count();
}

struct loop_result {
    loop_result() = default;

    double seconds = 0;
    latency_histogram latency;
};

namespace detail {

template <class Operation>
struct loop_state {
    loop_state(Operation& what, std::size_t count) : operation(what), end(count) {}

    void stop(std::exception_ptr thrown) {
        if (!failure) failure = std::move(thrown);
        next = end;
    }

    Operation& operation;
    std::size_t next = 0;
    std::size_t end;
    latency_histogram latency;
    std::exception_ptr failure;
};

template <class Operation>
asio::awaitable<void> loop_worker(loop_state<Operation>* state) {
    while (state->next < state->end) {
        check_interrupted();
        std::size_t const index = state->next++;
        auto started = state->operation.prepare(index);
        auto const start = steady::now();
        auto result = co_await std::move(started);
        state->latency.add(steady::now() - start);
        state->operation.accept(index, result);
    }
}

}  // namespace detail

/// Carries out operations 0 to `count - 1` of `operation`, `in_flight` at a time, on this thread.
///
/// `prepare(index)` gives a deferred operation (as a call without a completion token does) and
/// `accept(index, result)` checks what came of it. Throws the first failure, after everything that
/// was on its way has ended.
template <class Operation>
loop_result run_closed_loop(asio::io_context& context, Operation operation, std::size_t count,
                            std::size_t in_flight) {
    detail::loop_state<Operation> state(operation, count);
    auto const on_end = [&state](std::exception_ptr thrown) {
        if (thrown) state.stop(std::move(thrown));
    };
    auto const start = steady::now();
    for (std::size_t i = std::min(in_flight, count); i > 0; --i) {
        asio::co_spawn(context, detail::loop_worker(&state), on_end);
    }
    context.restart();
    context.run();
    loop_result result;
    result.seconds = seconds_since(start);
    if (state.failure) std::rethrow_exception(state.failure);
    result.latency = std::move(state.latency);
    return result;
}

}  // namespace storh::bench
