// publish/rename_round.hpp
//
// Splits a generation into rounds in which every id occurs once, so that the operations of one id
// are carried out in their order and all others side by side.
//
// Pure. Threads: one.

#pragma once

#include "publish/commit/generation.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <vector>

namespace storh::publish {

class rename_rounds {
public:
    explicit rename_rounds(generation& entries) {
        for (generation_entry& entry : entries) {
            if (entry.is_live()) rest_.push_back(&entry);
        }
    }

    /// The next round; empty when all is done.
    [[nodiscard]] std::vector<generation_entry*> next() {
        std::vector<generation_entry*> round;
        std::vector<generation_entry*> later;
        boost::unordered_flat_set<uuid_v7> seen;
        seen.reserve(rest_.size());
        for (generation_entry* const entry : rest_) {
            (seen.insert(entry->request->id).second ? round : later).push_back(entry);
        }
        rest_ = std::move(later);
        return round;
    }

private:
    std::vector<generation_entry*> rest_;
};

}  // namespace storh::publish
