// storh/store_stats.hpp
//
// What a collection holds and what a store has done.

#pragma once

#include <cstdint>

namespace storh {

/// The result of doc_store::stats.
struct store_stats {
    store_stats() = default;

    std::uint64_t records = 0;      ///< record files in the collection now
    std::uint64_t bytes = 0;        ///< their sizes together
    std::uint64_t generations = 0;  ///< groups of writes that this store has carried out
    std::uint64_t barriers = 0;     ///< barriers of its file system that the engine has run
    std::uint64_t listings = 0;     ///< directories that its streams have read, the others being known
};

}  // namespace storh
