// bench/support/site.hpp
//
// What a workload finds to work on: fresh directories, and collections that are made once and then
// only read.

#pragma once

#include "support/place.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace storh::bench {

struct run_settings;

/// The name of every collection that is made here.
inline constexpr char collection_name[] = "pages";

class site {
public:
    explicit site(std::unique_ptr<place> where) : where_(std::move(where)) {}

    [[nodiscard]] file_system kind() const { return where_->kind(); }

    /// An empty storage root for up to `records` records.
    [[nodiscard]] std::filesystem::path fresh_root(std::size_t records) {
        return where_->fresh(records);
    }

    /// A storage root whose collection holds the sample_data of `settings`, closed cleanly and
    /// written back. Made on first use; nobody may change it.
    [[nodiscard]] std::filesystem::path filled_root(run_settings const& settings);

private:
    using contents = std::tuple<std::size_t, std::size_t, std::uint64_t>;

    std::unique_ptr<place> where_;
    std::map<contents, std::filesystem::path> filled_;
};

}  // namespace storh::bench
