// bench/support/collection_filling.hpp
//
// Makes the collections that are only read, as fast as the file system creates files: a million
// durable writes would take longer than everything that is measured on them.

#pragma once

#include "workload.hpp"

#include <filesystem>

namespace storh::bench {

/// Stores the sample_data of `settings` below `root`, in the order in which their ids were made:
/// record files with plain system calls on a few threads, without a sync; but the last one with the
/// library, so that the collection has everything that a store leaves after a clean close. All of it
/// is written back in the end.
void fill_collection(std::filesystem::path const& root, run_settings const& settings);

}  // namespace storh::bench
