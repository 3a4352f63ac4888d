#include <storh/detail/completion.hpp>

#include <boost/asio/error.hpp>

#include <vector>

namespace storh::detail {
namespace {

/// Ties a completion_list to an execution context: shutdown() runs when the context goes.
class completion_service final : public asio::execution_context::service {
public:
    using key_type = completion_service;
    static asio::execution_context::id id;

    explicit completion_service(asio::execution_context& context)
        : service(context), list_(std::make_shared<completion_list>()) {}

    [[nodiscard]] std::shared_ptr<completion_list> const& list() const noexcept { return list_; }

private:
    void shutdown() override { list_->abandon(); }

    std::shared_ptr<completion_list> list_;
};

asio::execution_context::id completion_service::id;

}  // namespace

std::shared_ptr<completion_list> completion_list::of(asio::execution_context& context) {
    return asio::use_service<completion_service>(context).list();
}

void completion_list::add(std::shared_ptr<completion_base> entry) {
    std::lock_guard const lock(mutex_);
    entry->next_ = first_;
    if (first_ != nullptr) first_->previous_ = entry.get();
    first_ = entry.get();
    entry->self_ = std::move(entry);
}

void completion_list::deliver(completion_base& entry) {
    std::shared_ptr<completion_base> keep;
    std::lock_guard const lock(mutex_);
    if (is_abandoned_ || !entry.self_) return;
    keep = std::move(entry.self_);
    unlink(entry);
    // Under the lock, so that the context cannot go before the handler is in its queue.
    entry.post();
}

void completion_list::unlink(completion_base& entry) noexcept {
    (entry.previous_ == nullptr ? first_ : entry.previous_->next_) = entry.next_;
    if (entry.next_ != nullptr) entry.next_->previous_ = entry.previous_;
    entry.next_ = entry.previous_ = nullptr;
}

void completion_list::abandon() noexcept {
    std::vector<std::shared_ptr<completion_base>> entries;
    {
        std::lock_guard const lock(mutex_);
        is_abandoned_ = true;
        while (first_ != nullptr) {
            completion_base& entry = *first_;
            unlink(entry);
            entries.push_back(std::move(entry.self_));
        }
    }
    // Without the lock: a handler's destructor may end other operations.
    for (auto const& entry : entries) entry->destroy_handler();
}

void completion_base::cancel(asio::cancellation_type type) {
    phase seen = phase::queued;
    if (phase_.compare_exchange_strong(seen, phase::done)) {
        fail(asio::error::operation_aborted);
        return;
    }
    if (seen != phase::started) return;
    if ((type & asio::cancellation_type::terminal) != asio::cancellation_type::none) {
        if (claim_done()) fail(terminal_);
    } else if ((type & asio::cancellation_type::partial) != asio::cancellation_type::none) {
        is_asked_to_stop_.store(true);
    }
}

}  // namespace storh::detail
