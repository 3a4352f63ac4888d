// io/sync/sync_backend.hpp
//
// The baseline: each operation to its end on the loop's thread, one after the other. Completions are
// still delivered through the loop, never inline.

#pragma once

#include "io/backend.hpp"
#include "io/sleeper.hpp"

namespace storh::io::sync {

class sync_backend final : public backend {
public:
    void submit(operation& op) noexcept override { waiting_.push(op); }
    void offload(operation& op) noexcept override { waiting_.push(op); }
    void poll(work_list& completed, bool may_sleep) noexcept override;
    void wake() noexcept override { sleeper_.wake(); }
    [[nodiscard]] ring_counters counters() const noexcept override { return counters_; }

private:
    sleeper sleeper_;
    work_list waiting_;
    ring_counters counters_;
};

}  // namespace storh::io::sync
