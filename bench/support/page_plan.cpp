#include "support/page_plan.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

namespace storh::bench {

page_plan::page_plan(std::vector<uuid_v7> ids, std::uint64_t seed) : ids_(std::move(ids)) {
    if (ids_.size() < 2) throw std::invalid_argument("a page takes two records or more");
    std::sort(ids_.begin(), ids_.end());
    page_records_ = std::min(page_records_max, ids_.size() - 1);
    std::size_t const places = ids_.size() - page_records_;
    std::size_t const pages = std::min(pages_max, places);
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < pages; ++i) {
        // One at random out of each of as many equal parts.
        std::uniform_int_distribution<std::size_t> place(i * places / pages,
                                                         (i + 1) * places / pages - 1);
        cursors_.push_back(place(random));
    }
    std::shuffle(cursors_.begin(), cursors_.end(), random);
}

}  // namespace storh::bench
