// tests/integration/support/cancellable.hpp
//
// An operation that the test can cancel while it runs.
//
// Threads: one.

#pragma once

#include "integration/support/wait.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <utility>

namespace storh::test {

inline constexpr std::array every_type{asio::cancellation_type::total,
                                       asio::cancellation_type::partial,
                                       asio::cancellation_type::terminal};

/// An operation that can be cancelled while it runs.
template <class Value>
class cancellable {
public:
    template <class Initiation, class... Args>
    explicit cancellable(operation_of<void(error_code, Value), Initiation, Args...> operation) {
        std::move(operation)(asio::bind_cancellation_slot(
            signal_.slot(),
            asio::bind_executor(io_.get_executor(), [this](error_code error, Value value) {
                result_ = outcome<Value>(error, std::move(value));
                is_done_ = true;
            })));
    }

    void cancel(asio::cancellation_type type) { signal_.emit(type); }

    /// Whether it has completed by now.
    bool is_done() {
        io_.restart();
        io_.poll();
        return is_done_;
    }

    outcome<Value> finish() {
        io_.restart();
        io_.run();
        BOOST_TEST(is_done_);
        return std::move(result_);
    }

private:
    asio::io_context io_;
    asio::cancellation_signal signal_;
    outcome<Value> result_;
    bool is_done_ = false;
};

template <class Value, class Initiation, class... Args>
cancellable(operation_of<void(error_code, Value), Initiation, Args...>) -> cancellable<Value>;

}  // namespace storh::test
