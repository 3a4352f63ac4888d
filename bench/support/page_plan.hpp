// bench/support/page_plan.hpp
//
// Which pages a run asks for: ids in order, and cursors spread evenly over them, visited in no order.
//
// Pure. Threads: one.

#pragma once

#include <storh/uuid_v7.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace storh::bench {

class page_plan {
public:
    static constexpr std::size_t pages_max = 200;
    static constexpr std::size_t page_records_max = 100;

    /// `ids` in any order, two or more. Pages are full: as long as the most, or all but one id.
    page_plan(std::vector<uuid_v7> ids, std::uint64_t seed);

    [[nodiscard]] std::size_t size() const noexcept { return cursors_.size(); }
    [[nodiscard]] std::size_t page_records() const noexcept { return page_records_; }

    /// The id after which page `index` begins.
    [[nodiscard]] uuid_v7 const& cursor(std::size_t index) const { return ids_[cursors_[index]]; }

    /// The ids of that page. Borrowed.
    [[nodiscard]] std::span<uuid_v7 const> page(std::size_t index) const {
        return std::span(ids_).subspan(cursors_[index] + 1, page_records_);
    }

private:
    std::vector<uuid_v7> ids_;
    std::size_t page_records_;
    std::vector<std::size_t> cursors_;
};

}  // namespace storh::bench
