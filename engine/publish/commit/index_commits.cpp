#include "publish/commit/index_commits.hpp"

#include <new>

namespace storh::publish {

void index_commit::done(boost::system::error_code error) {
    error_ = error;
    is_done_ = true;
    if (handler_) std::exchange(handler_, {})();
}

index_commits::index_commits(std::unique_ptr<change_index> index) : index_(std::move(index)) {
    operation_.job = &index_commits::run;
    operation_.on_complete = &index_commits::ended;
    operation_.owner = this;
}

void index_commits::start(index_commit& commit) {
    {
        std::lock_guard const lock(mutex_);
        waiting_.push_back(&commit);
        if (is_running_) return;
        is_running_ = true;
        served_.swap(waiting_);
    }
    commit.loop_.offload(operation_);
}

int index_commits::run(io::operation& op) noexcept {
    index_commits& self = *static_cast<index_commits*>(op.owner);
    try {
        self.commit_all();
    } catch (std::bad_alloc const&) {
        self.error_.assign(ENOMEM, boost::system::system_category());
    }
    return 0;
}

void index_commits::commit_all() {
    std::vector<index_outcome> settled;
    {
        std::lock_guard const lock(mutex_);
        settled.swap(settled_);
    }
    std::vector<index_item*> items;
    for (index_commit* const one : served_) {
        for (index_item& item : one->items_) items.push_back(&item);
    }
    error_ = index_->commit(settled, items);
    if (!error_) return;
    std::lock_guard const lock(mutex_);
    settled_.insert(settled_.begin(), settled.begin(), settled.end());
}

void index_commits::ended(io::operation& op) noexcept {
    static_cast<index_commits*>(op.owner)->end(*op.in_flight.loop);
}

void index_commits::end(io::ring_loop& loop) {
    std::vector<index_commit*> done;
    bool starts_again = false;
    boost::system::error_code const error = error_;
    {
        std::lock_guard const lock(mutex_);
        done.swap(served_);
        served_.swap(waiting_);
        starts_again = is_running_ = !served_.empty();
    }
    if (starts_again) loop.offload(operation_);
    for (index_commit* const one : done) {
        one->loop_.get_executor().execute([one, error] { one->done(error); });
    }
}

void index_commits::settle(index_outcome outcome) {
    std::lock_guard const lock(mutex_);
    settled_.push_back(outcome);
}

void index_commits::close() noexcept {
    index_->close(std::exchange(settled_, {}));
}

}  // namespace storh::publish
