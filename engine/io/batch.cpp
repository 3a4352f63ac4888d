#include "io/batch.hpp"

#include <utility>

namespace storh::io {

void batch::one_less() noexcept {
    if (--in_flight_ > 0 || !handler_) return;
    // The handler may destroy this batch.
    completion_box<> handler = std::move(handler_);
    handler();
}

void batch::wait(completion_box<> handler) {
    if (in_flight_ > 0) {
        handler_ = std::move(handler);
    } else {
        resume_on(loop_, std::move(handler));
    }
}

task<void> run_job(ring_loop& loop, operation& op) {
    batch one(loop);
    one.start_job(op);
    co_await one.finished();
}

}  // namespace storh::io
