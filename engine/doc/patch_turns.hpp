// doc/patch_turns.hpp
//
// Lets the patches of one record follow each other instead of colliding: in one process each begins
// when the one before has ended, so that only other writers can come in between.
//
// Pure. Threads: one (the ring's).

#pragma once

#include <storh/uuid_v7.hpp>

#include <boost/unordered/unordered_flat_map.hpp>

#include <deque>

namespace storh::doc {

class patch_operation;

class patch_turns {
public:
    /// True when `patch` may begin; otherwise it is returned by a later leave().
    [[nodiscard]] bool arrive(uuid_v7 const& id, patch_operation& patch) {
        auto const [place, is_first] = waiting_.try_emplace(id);
        if (!is_first) place->second.push_back(&patch);
        return is_first;
    }

    /// The patch of `id` that had its turn has ended: the next one, or null.
    [[nodiscard]] patch_operation* leave(uuid_v7 const& id) {
        auto const place = waiting_.find(id);
        if (place->second.empty()) {
            waiting_.erase(place);
            return nullptr;
        }
        patch_operation* const next = place->second.front();
        place->second.pop_front();
        return next;
    }

private:
    boost::unordered_flat_map<uuid_v7, std::deque<patch_operation*>> waiting_;
};

}  // namespace storh::doc
