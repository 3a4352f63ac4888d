// doc/id_merge.hpp
//
// Sorted lists of ids as one, in either direction.
//
// A loser tree: each step replays the path of the list that won, so an id costs log2 of the lists in
// comparisons and nothing is allocated after the start. Source of the algorithm: Knuth, The Art of
// Computer Programming, volume 3, 5.4.1.
//
// Pure. Threads: one.

#pragma once

#include <storh/uuid_v7.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace storh::doc {

class id_merge {
public:
    id_merge() = default;

    /// `lists` are sorted upwards, whatever the direction; what they refer to stays.
    id_merge(std::vector<std::span<uuid_v7 const>> lists, bool is_reverse);

    /// The next id in the direction, or nothing.
    [[nodiscard]] std::optional<uuid_v7> next();

    /// How many ids are left.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    [[nodiscard]] bool comes_first(std::size_t left, std::size_t right) const;
    [[nodiscard]] uuid_v7 const& head(std::size_t list) const;
    void replay(std::size_t winner);
    std::size_t play(std::size_t node);

    std::vector<std::span<uuid_v7 const>> lists_;
    std::vector<std::size_t> losers_;  // inner nodes 1..n-1; leaves are the lists
    std::size_t winner_ = 0;
    std::size_t size_ = 0;
    bool is_reverse_ = false;
};

}  // namespace storh::doc
