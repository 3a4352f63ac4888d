// io/operation.hpp
//
// One request to the operating system, in a form that every backend understands.
//
// An operation is a plain value that its owner fills and keeps alive, with everything it points at,
// from submission until it has completed; the kernel may touch that memory until then. The result is
// the system call's: a count or a descriptor, or a negative error number.
//
// Three operations are short protocols, because a backend does them faster as one: `read_file`
// (open, read, close), `write_file` (create, write, close) and `create_file` (create, write, stay
// open). None of them carries a durability order: syncs and renames are operations of their own,
// submitted after the one before has completed.
//
// Not here: who runs it (backend.hpp), how it is awaited (batch.hpp).

#pragma once

#include "io/work_item.hpp"

#include <linux/openat2.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

namespace storh::io {

enum class opcode : std::uint8_t {
    open_file,       ///< path, flags, mode -> descriptor
    close_file,      ///< file
    read_at,         ///< file, data, length, offset -> bytes
    write_at,        ///< file, data, length, offset -> bytes
    sync_file,       ///< file (a file or a directory)
    rename_file,     ///< path to target, flags of renameat2
    unlink_file,     ///< path, flags
    make_directory,  ///< path, mode
    stat_file,       ///< path, flags, statx buffer
    read_file,       ///< path, data, length -> bytes
    write_file,      ///< path, flags, mode, data, length -> bytes
    create_file,     ///< the same, and leaves the file open in `file`
    job,             ///< any blocking function, on a worker
};

/// How many opcodes there are; counters are arrays of this size.
inline constexpr std::size_t opcode_count = static_cast<std::size_t>(opcode::job) + 1;

/// An open file: a descriptor of the process, or a slot of a ring's own table.
struct file_handle {
    int index = -1;
    bool is_direct = false;
};

class ring_loop;

/// One request. See the file comment for who owns what.
struct operation : work_item {
    using completion = void (*)(operation&) noexcept;
    using blocking_function = int (*)(operation&) noexcept;

    operation() noexcept : work_item(&operation::finish) {}

    opcode code = opcode::job;
    int result = 0;

    int directory = AT_FDCWD;
    char const* path = nullptr;
    char const* target = nullptr;
    file_handle file;
    void* data = nullptr;
    std::uint32_t length = 0;
    std::uint64_t offset = 0;
    std::uint32_t flags = 0;
    mode_t mode = 0;
    struct statx* status = nullptr;
    blocking_function job = nullptr;

    /// Called on the ring's thread when `result` is there. May destroy the operation.
    completion on_complete = nullptr;
    void* owner = nullptr;

    /// For the backend alone, while the operation is in flight.
    struct backend_state {
        ring_loop* loop = nullptr;
        open_how how = {};
        std::int32_t slot = -1;
        std::int32_t open_result = 0;
        std::int32_t transfer_result = 0;
        std::uint8_t entries_left = 0;
    } in_flight;

    operation(operation const&) = delete;
    operation& operator=(operation const&) = delete;

private:
    static void finish(work_item& item) noexcept;
};

/// Links below a store's directory are never followed, and nothing leads out of it.
inline constexpr std::uint64_t resolve_inside = RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH;

}  // namespace storh::io
