// publish/directory_pieces.hpp
//
// The names in a directory, a bounded number at a time: the directory stays open and is read in
// pieces, so that memory does not depend on how many there are.
//
// Names that are added or removed meanwhile may be given or not; the others are given exactly once.
//
// Threads: blocking; on a worker, one at a time.

#pragma once

#include "io/unique_fd.hpp"
#include "publish/listing/entry_name.hpp"

#include <dirent.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace storh::publish {

class directory_pieces {
public:
    static constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

    /// Opens `path` below `parent` without following links: 0 or a negative error number.
    [[nodiscard]] int open(int parent, char const* path);

    /// Reads the next piece: its length, 0 behind the last one, or a negative error number.
    [[nodiscard]] int next() noexcept;

    /// Calls `take(name, kind)` for each name of the piece but `.` and `..`. A name is followed by a
    /// zero and lasts until next().
    template <class Take>
    void for_each(Take take) const {
        for (std::size_t position = 0; position < bytes_;) {
            auto const& entry = *reinterpret_cast<dirent64 const*>(buffer_.get() + position);
            position += entry.d_reclen;
            std::string_view const name = entry.d_name;
            if (name != "." && name != "..") take(name, kind_of(entry));
        }
    }

    [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(directory_); }
    [[nodiscard]] int fd() const noexcept { return directory_.get(); }

private:
    [[nodiscard]] entry_kind kind_of(dirent64 const& entry) const noexcept;

    io::unique_fd directory_;
    std::unique_ptr<char[]> buffer_;
    std::size_t bytes_ = 0;
};

}  // namespace storh::publish
