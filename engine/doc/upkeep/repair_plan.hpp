// doc/repair_plan.hpp
//
// What repair does about a file, decided from what was seen of it: once while walking, and again under
// the write lock, because somebody may have mended it in between.
//
// What cannot be read may be sound, so it is left; only what has been read and is no record of its
// name is moved.
//
// Pure. Threads: any.

#pragma once

#include <storh/upkeep.hpp>

#include <cstdint>
#include <optional>

namespace storh::doc {

class repair_plan {
public:
    enum class step : std::uint8_t { leave, quarantine, rehome };

    /// Whether a finding is worth a second look under the lock.
    [[nodiscard]] static bool is_mendable(finding_kind kind) noexcept {
        return is_damage(kind) && kind != finding_kind::unreadable_record;
    }

    /// The step for a file of which the second look says `again`: nothing, if it is sound or gone.
    [[nodiscard]] static step first_step(std::optional<finding_kind> again) noexcept {
        if (!again || !is_mendable(*again)) return step::leave;
        return *again == finding_kind::wrong_bucket ? step::rehome : step::quarantine;
    }

    /// The step after `failed` was refused because there is something of that name.
    [[nodiscard]] static step after_taken(step failed) noexcept {
        return failed == step::rehome ? step::quarantine : step::leave;
    }
};

}  // namespace storh::doc
