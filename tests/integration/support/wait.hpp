// tests/integration/support/wait.hpp
//
// Runs asynchronous operations to their end, one or many at once, without coroutines, so that a
// test reads like blocking code and works in a child process too.
//
// Each helper has an io_context of its own that runs on the calling thread.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace storh::test {

using boost::system::error_code;

/// What an operation completed with.
template <class Value>
struct outcome {
    outcome() = default;
    outcome(error_code code, Value result) : error(code), value(std::move(result)) {}
    error_code error;
    Value value{};
};

template <class Signature, class Initiation, class... Args>
using operation_of = asio::deferred_async_operation<Signature, Initiation, Args...>;

/// Runs `operation` to its end.
template <class Value, class Initiation, class... Args>
outcome<Value> wait(operation_of<void(error_code, Value), Initiation, Args...> operation) {
    asio::io_context io;
    outcome<Value> result;
    std::move(operation)(
        asio::bind_executor(io.get_executor(), [&result](error_code error, Value value) {
            result = outcome<Value>(error, std::move(value));
        }));
    io.run();
    return result;
}

template <class Initiation, class... Args>
error_code wait(operation_of<void(error_code), Initiation, Args...> operation) {
    asio::io_context io;
    error_code result;
    std::move(operation)(
        asio::bind_executor(io.get_executor(), [&result](error_code error) { result = error; }));
    io.run();
    return result;
}

/// The same for an operation that must succeed.
template <class Value, class Initiation, class... Args>
Value must(operation_of<void(error_code, Value), Initiation, Args...> operation) {
    outcome<Value> result = wait(std::move(operation));
    if (result.error) throw boost::system::system_error(result.error);
    return std::move(result.value);
}

template <class Initiation, class... Args>
void must(operation_of<void(error_code), Initiation, Args...> operation) {
    if (auto const error = wait(std::move(operation))) throw boost::system::system_error(error);
}

/// Many operations side by side.
template <class Value>
class burst {
public:
    /// Starts one.
    template <class Initiation, class... Args>
    void add(operation_of<void(error_code, Value), Initiation, Args...> operation) {
        outcome<Value>& place = *results_.emplace_back(std::make_unique<outcome<Value>>());
        std::move(operation)(
            asio::bind_executor(io_.get_executor(), [this, &place](error_code error, Value value) {
                place = outcome<Value>(error, std::move(value));
                ++completed_;
            }));
    }

    /// Runs all to their end.
    std::vector<outcome<Value>> run() {
        io_.restart();
        io_.run();
        std::vector<outcome<Value>> results;
        for (auto& one : results_) results.push_back(std::move(*one));
        results_.clear();
        return results;
    }

    /// Runs what is ready; the number that have completed so far.
    std::size_t poll() {
        io_.restart();
        io_.poll();
        return completed_;
    }

private:
    asio::io_context io_;
    std::vector<std::unique_ptr<outcome<Value>>> results_;
    std::size_t completed_ = 0;
};

/// How many of `results` failed with `code`.
template <class Value, class Code>
std::size_t count_errors(std::vector<outcome<Value>> const& results, Code code) {
    std::size_t count = 0;
    for (auto const& one : results) count += one.error == code ? 1 : 0;
    return count;
}

/// Runs a coroutine to its end on this thread; what it throws is thrown here.
inline void run(asio::awaitable<void> work) {
    asio::io_context io;
    std::exception_ptr failure;
    asio::co_spawn(io, std::move(work), [&failure](std::exception_ptr error) { failure = error; });
    io.run();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace storh::test
