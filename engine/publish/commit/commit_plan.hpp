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

#include "publish/file_system_kind.hpp"

#include <cstddef>

namespace storh::publish {

enum class commit_way {
    record,  ///< sync the files of this generation, rename, sync the directories
    group,   ///< rename the generation before, write temps, one barrier for both
};

class commit_plan {
public:
    commit_plan(durability wanted, file_system_kind const& on) noexcept
        : wanted_(wanted), file_system_(on) {}

    /// The way for a generation of `current` writes while `renamed` of the generation before wait
    /// for a barrier. Those can only be finished by one, so they decide.
    [[nodiscard]] commit_way choose(std::size_t current, std::size_t renamed) const noexcept {
        if (renamed > 0) return commit_way::group;
        if (wanted_ == durability::record || !file_system_.honours_syncfs)
            return commit_way::record;
        if (wanted_ == durability::group) return commit_way::group;
        return current >= file_system_.group_min ? commit_way::group : commit_way::record;
    }

private:
    durability wanted_;
    file_system_kind file_system_;
};

}  // namespace storh::publish
