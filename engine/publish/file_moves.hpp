// publish/file_moves.hpp
//
// Moving files out of a bucket: into quarantine, or into the bucket where they belong.
//
// Guarantees: nothing is overwritten. After sync() each move survives power loss; before, a file is
// at its old place or its new one. Links are not followed: directories are opened once and names in
// them used.
//
// Threads: blocking; on a worker. The caller has the right to change the bucket's files.

#pragma once

#include <storh/uuid_v7.hpp>

#include "io/unique_fd.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace storh::publish {

class file_moves {
public:
    /// `collection` and `source`, the bucket, are open directories that outlive this.
    file_moves(int collection, int source) noexcept : collection_(collection), source_(source) {}

    /// Moves `name` into quarantine, under another name if there is one of that name: 0 or a negative
    /// error number. `moved_to` is the path below the collection.
    [[nodiscard]] int to_quarantine(std::string const& name, std::string& moved_to);

    /// Whether there is something where the record of `id` belongs.
    [[nodiscard]] bool has_home(uuid_v7 const& id) const noexcept;

    /// Moves the record file of `id` into its bucket; -EEXIST if there is something of its name.
    [[nodiscard]] int to_home(uuid_v7 const& id, std::string& moved_to);

    /// Makes the moves durable: first where files have come to, then where they came from. 0 or a
    /// negative error number, which is final.
    [[nodiscard]] int sync() const noexcept;

private:
    /// Where files are moved to, with the directory that names it.
    struct target {
        io::unique_fd directory;
        io::unique_fd parent;
    };

    [[nodiscard]] int open(target& to, char const* parent, char const* path);
    [[nodiscard]] int move(char const* name, target const& to, char const* as) noexcept;

    int collection_;
    int source_;
    bool has_moved_ = false;
    target quarantine_;
    std::map<std::uint8_t, target> homes_;
};

}  // namespace storh::publish
