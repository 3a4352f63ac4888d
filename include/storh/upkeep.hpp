// storh/upkeep.hpp
//
// What verify and repair look for, find and do.

#pragma once

#include <storh/error.hpp>
#include <storh/progress.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh {

/// What is the matter with a file of a collection. The first four are damage: a record that cannot
/// be served from where it lies; so is the fifth: one that indexes do not find, or find wrongly, until
/// doc_store::reindex. The others are harmless.
enum class finding_kind : std::uint8_t {
    corrupt_record,     ///< its bytes are no record, or it is no regular file
    wrong_id,           ///< it says another id than its name
    wrong_bucket,       ///< its name belongs into another bucket, so it is not found there
    unreadable_record,  ///< the system does not let it be read, or this store does not: a limit, or
                        ///< data that only storh for PHP serves; it may be sound
    index_mismatch,     ///< an index and the record differ
    foreign_file,       ///< neither record nor anything else of a collection
    orphaned_temp,      ///< a temp file whose writer has died
    stale_marker,       ///< the marker of a writer that has died
};

/// How many kinds there are.
inline constexpr std::size_t finding_kinds =
    static_cast<std::size_t>(finding_kind::stale_marker) + 1;

/// "corrupt_record" and so on: the enumerator's name.
[[nodiscard]] std::string_view to_string(finding_kind kind) noexcept;

[[nodiscard]] constexpr bool is_damage(finding_kind kind) noexcept {
    return kind <= finding_kind::index_mismatch;
}

/// One file that is not as it should be. Owns its texts.
struct finding {
    finding(finding_kind of, std::string at) : kind(of), path(std::move(at)) {}

    finding_kind kind;
    std::string path;
    std::optional<uuid_v7> id;            ///< of the record that the name stands for
    boost::system::error_code error;      ///< what a get() of it would say, if it is a record
    std::optional<std::uint64_t> offset;  ///< the byte at which reading stopped
    std::string detail;                   ///< an English sentence; may be empty
    std::string moved_to;                 ///< where repair has put it; empty if it was left
};

/// What verify has found. Copies are independent.
class verify_report {
public:
    static constexpr std::size_t findings_kept = 100;

    verify_report() = default;

    /// Sound records at their places, after a repair also those that it has moved there, and the bytes
    /// of their files.
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;

    [[nodiscard]] std::uint64_t count(finding_kind kind) const noexcept {
        return counts_[static_cast<std::size_t>(kind)];
    }

    /// How many findings are damage.
    [[nodiscard]] std::uint64_t damaged() const noexcept;

    /// Whether every record can be served. Harmless findings do not count.
    [[nodiscard]] bool is_sound() const noexcept { return damaged() == 0; }

    /// The first findings, not in any order; all of them go to upkeep_options::on_finding.
    [[nodiscard]] std::vector<finding> const& findings() const noexcept { return findings_; }

    /// For the library's own use.
    void add(finding found);

private:
    std::uint64_t counts_[finding_kinds] = {};
    std::vector<finding> findings_;
};

/// What repair has found and done about it.
class repair_report : public verify_report {
public:
    repair_report() = default;

    std::uint64_t quarantined = 0;      ///< damaged files moved to `.storh/corrupt/`
    std::uint64_t rehomed = 0;          ///< sound records moved from a wrong bucket into theirs
    std::uint64_t temps_removed = 0;    ///< temp files of dead writers
    std::uint64_t markers_removed = 0;  ///< markers of dead writers
};

/// Options of verify, repair and stats.
class upkeep_options {
public:
    using finding_function = std::function<void(finding const&)>;

    upkeep_options() = default;

    /// Called with each finding, by verify and repair, one call at a time, on a thread of the engine:
    /// it has to return soon, must not throw, and must not wait for an operation of the store. It may
    /// still be called after a cancelled operation has completed.
    upkeep_options& on_finding(finding_function function) {
        on_finding_ = std::move(function);
        return *this;
    }
    [[nodiscard]] finding_function const& on_finding() const noexcept { return on_finding_; }

    /// Counts records as they are handled; the steps are buckets, 256 in all.
    upkeep_options& report_to(std::shared_ptr<progress> target) noexcept {
        progress_ = std::move(target);
        return *this;
    }
    [[nodiscard]] std::shared_ptr<progress> const& report_to() const noexcept { return progress_; }

    /// verify and repair: how many records are read at once over all rings, 1 to 1,024, but at least
    /// one on each ring. Default: 512.
    upkeep_options& in_flight(unsigned count) noexcept {
        in_flight_ = count < 1 ? 1 : (count > 1024 ? 1024 : count);
        return *this;
    }
    [[nodiscard]] unsigned in_flight() const noexcept { return in_flight_; }

    /// Where to describe a failure; must live until completion.
    upkeep_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

private:
    finding_function on_finding_;
    std::shared_ptr<progress> progress_;
    error_info* info_ = nullptr;
    unsigned in_flight_ = 512;
};

}  // namespace storh
