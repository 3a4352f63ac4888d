#include "publish/commit/elevator.hpp"

namespace storh::publish {

void elevator::push(write_request& request) noexcept {
    request.next_ = nullptr;
    request.arrival_ = arrivals_++;
    bucket_queue& queue = buckets_[request.id.bucket()];
    (queue.first == nullptr ? queue.first : queue.last->next_) = &request;
    queue.last = &request;
    ++size_;
}

write_request* elevator::pop() noexcept {
    if (size_ == 0) return nullptr;
    for (;;) {
        for (; position_ < buckets_.size(); ++position_) {
            if (has_due(buckets_[position_])) return &take_first(buckets_[position_]);
        }
        position_ = 0;
        sweep_end_ = arrivals_;
    }
}

write_request& elevator::take_first(bucket_queue& queue) noexcept {
    write_request& request = *queue.first;
    queue.first = request.next_;
    --size_;
    return request;
}

}  // namespace storh::publish
