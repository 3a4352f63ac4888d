// publish/record_read.hpp
//
// Reading one record file whole.
//
// The first read asks for one page, in one chain of open, read and close; nearly all records fit. A
// larger one is read by a worker, its length checked against the limit before memory is taken.
// try_read_cached() answers on the caller's thread when the page cache has everything.
//
// Links are never followed, and a record is a regular file: a pipe or a directory is an error.
//
// Threads: the starts on a ring's thread, where `done` is called too.

#pragma once

#include "io/ring_loop.hpp"
#include "publish/large_reads.hpp"
#include "publish/record_path.hpp"

#include <boost/system/error_code.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace storh::publish {

inline constexpr std::size_t first_read_bytes = 4096;

class record_read {
public:
    using done_function = void (*)(record_read&) noexcept;

    record_read(done_function done, void* of) noexcept : owner(of), done_(done) {}

    /// Begins; the object must stay until `done` has been called, and may then be started again.
    void start(io::ring_loop& loop, int directory, uuid_v7 const& of,
               std::size_t bytes_max) noexcept;

    /// The same for the file of that name in an open directory, whatever bucket that is. One that is
    /// large waits for its turn in `large`, and keeps it until `done` has returned.
    void start_in(io::ring_loop& loop, int bucket_directory, uuid_v7 const& of,
                  std::size_t bytes_max, large_reads& large) noexcept;

    /// Lets go of the memory of a large file.
    void forget() noexcept { std::string().swap(large_); }

    /// No such file.
    [[nodiscard]] bool is_absent() const noexcept {
        return result_ == -ENOENT || result_ == -ENOTDIR;
    }
    [[nodiscard]] boost::system::error_code error() const noexcept;
    [[nodiscard]] std::string_view bytes() const noexcept;
    [[nodiscard]] char const* path() const noexcept { return path_.c_str(); }
    [[nodiscard]] char const* file_name() const noexcept { return path_.file_name(); }

    void* owner;
    uuid_v7 id;

private:
    void begin(io::ring_loop& loop, int directory, char const* path,
               std::size_t bytes_max) noexcept;
    static void first_read_done(io::operation& op) noexcept;
    static int read_whole(io::operation& op) noexcept;
    static void whole_read_done(io::operation& op) noexcept;

    done_function done_;
    record_path path_;
    io::operation op_;
    large_reads* turns_ = nullptr;
    std::size_t bytes_max_ = 0;
    int result_ = 0;
    bool is_large_ = false;
    std::array<char, first_read_bytes> first_;
    std::string large_;
};

/// Reads the file `name` in the open `directory` whole, on the calling thread, which may wait: 0 or a
/// negative error number, -EFBIG for more than `bytes_max` bytes, -EINVAL for no regular file.
[[nodiscard]] int read_record_now(int directory, char const* name, std::size_t bytes_max,
                                  std::string& into) noexcept;

/// The code for the negative result of a read.
[[nodiscard]] boost::system::error_code error_of_read(int result) noexcept;

/// Reads `id` into `buffer` if that needs no waiting: the number of bytes, or -ENOENT, or -EAGAIN
/// when the ring has to do it, also because the file is larger than the buffer.
[[nodiscard]] int try_read_cached(int directory, uuid_v7 const& id,
                                  std::array<char, first_read_bytes>& buffer) noexcept;

}  // namespace storh::publish
