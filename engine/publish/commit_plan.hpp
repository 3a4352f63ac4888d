// publish/commit_plan.hpp
//
// How a ring makes its next generation of writes durable. The decision apart from the doing.
//
// Two ways with one promise. `record` syncs each new file and then each directory: fewest flushes
// for few writes, and it touches nobody else's data. `group` writes all temps, runs one barrier,
// renames all, and lets the next generation's barrier make the renames durable: a constant number of
// flushes for any number of writes. In steady state one barrier serves the temps of one generation
// and the renames of the one before.
//
// Pure. Threads: one.

#pragma once

#include <storh/options.hpp>

#include <cstddef>

namespace storh::publish {

enum class commit_way {
    record,  ///< sync the files of this generation, rename, sync the directories
    group,   ///< write temps; rename the generation before; one barrier for both
};

class commit_plan {
public:
    /// Below this many writes at once, syncing each costs less than a barrier of the file system.
    /// Measured on ext4 and XFS with 200-byte records: the curves cross between 8 and 16.
    static constexpr std::size_t group_min = 12;

    commit_plan(durability wanted, bool honours_syncfs) noexcept
        : wanted_(wanted), honours_syncfs_(honours_syncfs) {}

    /// The way for a generation of `current` writes while `renamed` of the generation before wait
    /// for a barrier. Those can only be finished by one, so they decide.
    [[nodiscard]] commit_way choose(std::size_t current, std::size_t renamed) const noexcept {
        if (renamed > 0) return commit_way::group;
        if (wanted_ == durability::record || !honours_syncfs_) return commit_way::record;
        if (wanted_ == durability::group) return commit_way::group;
        return current >= group_min ? commit_way::group : commit_way::record;
    }

private:
    durability wanted_;
    bool honours_syncfs_;
};

}  // namespace storh::publish
