#include "doc/stream/id_merge.hpp"

#include <bit>
#include <utility>

namespace storh::doc {

id_merge::id_merge(std::vector<std::span<uuid_v7 const>> lists, bool is_reverse)
    : lists_(std::move(lists)), is_reverse_(is_reverse) {
    std::erase_if(lists_, [](auto const& list) { return list.empty(); });
    for (auto const& list : lists_) size_ += list.size();
    // Empty lists, which lose against everything, make the tree whole.
    lists_.resize(std::bit_ceil(lists_.size() + (lists_.empty() ? 1 : 0)));
    losers_.resize(lists_.size());
    winner_ = play(1);
}

uuid_v7 const& id_merge::head(std::size_t list) const {
    return is_reverse_ ? lists_[list].back() : lists_[list].front();
}

bool id_merge::comes_first(std::size_t left, std::size_t right) const {
    if (lists_[left].empty()) return false;
    if (lists_[right].empty()) return true;
    return is_reverse_ ? head(left) > head(right) : head(left) < head(right);
}

std::size_t id_merge::play(std::size_t node) {
    if (node >= lists_.size()) return node - lists_.size();
    std::size_t const left = play(2 * node);
    std::size_t const right = play(2 * node + 1);
    bool const left_wins = comes_first(left, right);
    losers_[node] = left_wins ? right : left;
    return left_wins ? left : right;
}

void id_merge::replay(std::size_t winner) {
    for (std::size_t node = (winner + lists_.size()) / 2; node > 0; node /= 2) {
        if (comes_first(losers_[node], winner)) std::swap(losers_[node], winner);
    }
    winner_ = winner;
}

std::optional<uuid_v7> id_merge::next() {
    if (size_ == 0) return std::nullopt;
    --size_;
    auto& list = lists_[winner_];
    uuid_v7 const id = head(winner_);
    list = is_reverse_ ? list.first(list.size() - 1) : list.subspan(1);
    replay(winner_);
    return id;
}

}  // namespace storh::doc
