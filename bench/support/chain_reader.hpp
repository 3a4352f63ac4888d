// bench/support/chain_reader.hpp
//
// One io_uring and nothing around it: files read in linked chains of open, read and close, through a
// registered table of descriptors, a fixed number of chains in flight.
//
// It is set up as the library sets up its rings, so that the difference to a row of the library is
// what the library does.
//
// Threads: one, from the constructor on.

#pragma once

#include <liburing.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace storh::bench {

class chain_reader {
public:
    /// Reads up to `bytes_max` of each file. Throws std::system_error without io_uring.
    chain_reader(unsigned in_flight, std::size_t bytes_max);
    chain_reader(chain_reader const&) = delete;
    chain_reader& operator=(chain_reader const&) = delete;
    ~chain_reader();

    /// Reads all of `paths` below `directory`, starting them in order; gives the bytes read. Throws
    /// std::system_error for the first that cannot be read.
    std::uint64_t read_all(int directory, std::span<std::string const> paths);

    /// System calls made so far.
    [[nodiscard]] std::uint64_t enters() const noexcept { return enters_; }

private:
    void start(int directory, char const* path);
    void reap();
    void take(io_uring_cqe const& completion);

    io_uring ring_{};
    std::size_t bytes_max_;
    std::vector<char> buffers_;
    std::vector<unsigned> free_slots_;
    std::uint64_t bytes_ = 0;
    std::uint64_t enters_ = 0;
};

}  // namespace storh::bench
