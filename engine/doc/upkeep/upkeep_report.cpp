#include <storh/upkeep.hpp>

namespace storh {

std::string_view to_string(finding_kind kind) noexcept {
    switch (kind) {
        case finding_kind::corrupt_record: return "corrupt_record";
        case finding_kind::wrong_id: return "wrong_id";
        case finding_kind::wrong_bucket: return "wrong_bucket";
        case finding_kind::unreadable_record: return "unreadable_record";
        case finding_kind::index_mismatch: return "index_mismatch";
        case finding_kind::foreign_file: return "foreign_file";
        case finding_kind::orphaned_temp: return "orphaned_temp";
        case finding_kind::stale_marker: return "stale_marker";
    }
    return "unknown";
}

std::uint64_t verify_report::damaged() const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t kind = 0; kind < finding_kinds; ++kind) {
        if (is_damage(static_cast<finding_kind>(kind))) sum += counts_[kind];
    }
    return sum;
}

void verify_report::add(finding found) {
    ++counts_[static_cast<std::size_t>(found.kind)];
    if (findings_.size() < findings_kept) findings_.push_back(std::move(found));
}

}  // namespace storh
