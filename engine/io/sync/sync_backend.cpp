#include "io/sync/sync_backend.hpp"

#include "io/perform.hpp"

namespace storh::io::sync {

void sync_backend::poll(work_list& completed, bool may_sleep) noexcept {
    if (waiting_.empty()) {
        if (may_sleep) sleeper_.sleep();
        return;
    }
    while (work_item* const item = waiting_.pop()) {
        operation& op = static_cast<operation&>(*item);
        op.result = perform(op);
        ++counters_.operations;
        completed.push(op);
    }
}

}  // namespace storh::io::sync
