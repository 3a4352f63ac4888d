// io/input_file.hpp
//
// A file, a pipe or a terminal, read in pieces from where it stands to its end.
//
// A worker waits for what has nothing to say yet for as long as the caller has patience and then
// comes back without a piece, so that whoever reads can ask between two calls whether it is still
// wanted. (The sync backend has no workers: its ring waits.)
//
// `/dev/stdin`, `/dev/fd/N` and `/proc/self/fd/N` are the process's own descriptors and taken as
// they stand: opened anew, a file would begin at its start, a socket fail, and permissions be asked
// once more. Their flags stay as they are; a piece that another process takes away between the wait
// and the read makes the read wait for the next.
//
// Threads: one ring's thread.

#pragma once

#include "io/batch.hpp"
#include "io/operation.hpp"
#include "io/ring_executor.hpp"
#include "io/unique_fd.hpp"

#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace storh::io {

class input_file {
public:
    static constexpr std::size_t piece_bytes = std::size_t{256} << 10;

    input_file(ring_loop& loop, std::string path);

    [[nodiscard]] task<boost::system::error_code> open();

    /// How many bytes are to come; nothing if that cannot be known.
    [[nodiscard]] std::optional<std::uint64_t> bytes_to_come() const noexcept {
        return bytes_to_come_;
    }

    /// Reads what there is, waiting for so long if there is nothing.
    [[nodiscard]] task<boost::system::error_code> read(std::chrono::milliseconds patience);

    /// What read() has got, valid until the next; empty at the end, or if nothing has come yet.
    [[nodiscard]] std::string_view piece() const noexcept { return {buffer_.get(), piece_size_}; }
    [[nodiscard]] bool is_at_end() const noexcept { return is_at_end_; }

private:
    int open_now() noexcept;
    int read_now() noexcept;
    static int open_on_worker(operation& op) noexcept;
    static int read_on_worker(operation& op) noexcept;
    [[nodiscard]] task<int> perform_on_worker(operation::blocking_function job);

    batch steps_;
    operation step_;
    std::string path_;
    unique_fd file_;
    std::unique_ptr<char[]> buffer_;
    std::size_t piece_size_ = 0;
    std::optional<std::uint64_t> bytes_to_come_;
    std::chrono::milliseconds patience_{};
    bool is_at_end_ = false;
};

}  // namespace storh::io
