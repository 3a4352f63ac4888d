// tools/storh/input_file.hpp
//
// The input of a command: a file, a pipe, a terminal.
//
// Guarantees: waiting for a pipe or a terminal leaves the main thread free for what becomes durable
// meanwhile, and can be cut short. The descriptor's own flags are left alone, since standard input
// is shared with other processes.
//
// Threads: main thread.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace storh::tool {

class input_file {
public:
    /// Opens `path`, or takes standard input for `-`. Throws failure.
    explicit input_file(std::string path);
    ~input_file();
    input_file(input_file const&) = delete;
    input_file& operator=(input_file const&) = delete;

    /// What messages call it.
    [[nodiscard]] std::string const& name() const noexcept { return name_; }

    /// How many bytes are to come; nothing if that cannot be known.
    [[nodiscard]] std::optional<std::uint64_t> bytes_total() const noexcept { return bytes_total_; }

    /// Reads what there is, waiting if there is nothing. Empty at the end and after cancel(). The
    /// bytes are valid until the next call. Throws failure.
    [[nodiscard]] asio::awaitable<std::string_view> read_some();

    /// Ends a read_some() that waits, and every later one.
    void cancel();

    /// Reads everything with blocking calls. Throws failure, also if it exceeds `bytes_max`.
    [[nodiscard]] std::string read_all(std::size_t bytes_max);

private:
    std::size_t read_now();
    bool watch(asio::any_io_executor const& executor);

    std::string name_;
    int descriptor_;
    std::optional<std::uint64_t> bytes_total_;
    std::unique_ptr<char[]> buffer_;
    std::optional<asio::posix::stream_descriptor> readiness_;
    bool is_watched_ = false;
    bool is_cancelled_ = false;
};

}  // namespace storh::tool
