// storh/detail/completion.hpp
//
// How a result gets from the engine's threads to the caller's completion handler.
//
// An operation is in one of three phases: queued, started, done. The engine moves it on with
// try_start() and complete(); the caller's cancellation slot may end it before. Whoever reaches
// `done` first decides the outcome, the other is ignored.
//
// Delivery is always a post to the handler's associated executor, never inline. The handler's
// execution context holds a list of what is bound for it (completion_list); when the context is
// destroyed first, the handlers on the list are destroyed with it and later results are dropped.
// So a context may go while operations are in flight.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/system_executor.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace storh::detail {

class completion_base;

/// The operations whose handlers will run on one execution context.
class completion_list {
public:
    /// The list of `context`, made on first use.
    static std::shared_ptr<completion_list> of(asio::execution_context& context);

    void add(std::shared_ptr<completion_base> entry);

    /// Takes `entry` off the list and calls its post(), unless the context has gone.
    void deliver(completion_base& entry);

    /// The context is going: destroys all handlers.
    void abandon() noexcept;

private:
    void unlink(completion_base& entry) noexcept;

    std::mutex mutex_;
    completion_base* first_ = nullptr;
    bool is_abandoned_ = false;
};

/// What an operation of any result type has.
class completion_base : public std::enable_shared_from_this<completion_base> {
public:
    virtual ~completion_base() = default;
    completion_base(completion_base const&) = delete;
    completion_base& operator=(completion_base const&) = delete;

    /// Before the first side effect: false if the caller has cancelled, and then the operation must
    /// not be carried out.
    [[nodiscard]] bool try_start() noexcept {
        phase expected = phase::queued;
        return phase_.compare_exchange_strong(expected, phase::started);
    }

    /// Whether the caller already has an outcome.
    [[nodiscard]] bool is_done() const noexcept { return phase_.load() == phase::done; }

    /// Whether a partial cancellation has come since try_start(): an operation that can end early
    /// with what it has done so far looks here, all others ignore it.
    [[nodiscard]] bool is_asked_to_stop() const noexcept { return is_asked_to_stop_.load(); }

    /// Where the caller wants a failure described; written on the handler's executor, right before
    /// the handler is called, and never after it.
    void report_to(error_info* target) noexcept { report_ = target; }

    /// Cancels as the caller asked, if that is still possible.
    void cancel(asio::cancellation_type type);

protected:
    enum class phase : unsigned char { queued, started, done };

    explicit completion_base(boost::system::error_code terminal) noexcept : terminal_(terminal) {}

    [[nodiscard]] bool claim_done() noexcept { return phase_.exchange(phase::done) != phase::done; }
    virtual void fail(boost::system::error_code error) = 0;
    virtual void post() = 0;
    virtual void destroy_handler() noexcept = 0;

    void write_report() noexcept {
        if (report_ != nullptr && details_) *report_ = std::move(*details_);
    }

    std::shared_ptr<completion_list> list_;
    std::unique_ptr<error_info> details_;

private:
    friend class completion_list;

    error_info* report_ = nullptr;

    std::shared_ptr<completion_base> self_;  // while on the list
    completion_base* next_ = nullptr;
    completion_base* previous_ = nullptr;
    std::atomic<phase> phase_{phase::queued};
    std::atomic<bool> is_asked_to_stop_{false};
    boost::system::error_code terminal_;
};

/// The engine's end: an outcome of type `Values...` that is due once.
template <class... Values>
class completion : public completion_base {
public:
    /// Hands over the outcome. The first one counts.
    void complete(boost::system::error_code error, Values... values) {
        if (this->claim_done()) complete_claimed(error, nullptr, std::move(values)...);
    }

    /// Hands over a failure, described by `details`; the values are default-constructed.
    void complete_error(boost::system::error_code error, std::unique_ptr<error_info> details = {}) {
        if (!this->claim_done()) return;
        this->details_ = std::move(details);
        fail(error);
    }

    /// Takes the right to the outcome, for who must not give away what nobody gets: after a true,
    /// complete_claimed() has to follow.
    [[nodiscard]] bool claim() noexcept { return this->claim_done(); }
    void complete_claimed(boost::system::error_code error, std::unique_ptr<error_info> details,
                          Values... values) {
        this->details_ = std::move(details);
        values_ = std::tuple<Values...>(std::move(values)...);
        fail(error);
    }

    /// The same with values, for operations that have a result besides the error.
    void complete_error_with(boost::system::error_code error, std::unique_ptr<error_info> details,
                             Values... values) {
        if (claim()) complete_claimed(error, std::move(details), std::move(values)...);
    }

protected:
    using completion_base::completion_base;

    void fail(boost::system::error_code error) override {
        error_ = error;
        list_->deliver(*this);
    }

    boost::system::error_code error_;
    std::tuple<Values...> values_;
};

/// The caller's end: handler, executor, cancellation slot.
template <class Handler, class... Values>
class completion_for final : public completion<Values...> {
    using executor_type = asio::associated_executor_t<Handler, asio::system_executor>;
    using work_type = std::decay_t<decltype(asio::prefer(
        std::declval<executor_type>(), asio::execution::outstanding_work.tracked))>;

public:
    completion_for(Handler&& handler, boost::system::error_code terminal)
        : completion<Values...>(terminal),
          work_(std::in_place,
                asio::prefer(asio::get_associated_executor(handler, asio::system_executor()),
                             asio::execution::outstanding_work.tracked)),
          handler_(std::in_place, std::move(handler)) {}

    /// Registers with the handler's context and slot; called once, when a shared_ptr owns it.
    void attach() {
        this->list_ = completion_list::of(asio::query(*work_, asio::execution::context));
        this->list_->add(this->shared_from_this());
        auto slot = asio::get_associated_cancellation_slot(*handler_);
        if (slot.is_connected()) {
            slot.template emplace<canceller>(this->weak_from_this());
        }
    }

private:
    struct canceller {
        explicit canceller(std::weak_ptr<completion_base> target) : target_(std::move(target)) {}
        void operator()(asio::cancellation_type type) const {
            if (auto const target = target_.lock()) target->cancel(type);
        }
        std::weak_ptr<completion_base> target_;
    };

    /// What waits in the context's queue. A context that goes without running it takes the handler
    /// along, because the engine may let go of its end only afterwards.
    class delivery {
    public:
        explicit delivery(std::shared_ptr<completion_for> of) noexcept : target_(std::move(of)) {}
        delivery(delivery&&) noexcept = default;
        delivery& operator=(delivery&&) = delete;
        ~delivery() {
            if (target_) target_->destroy_handler();
        }
        void operator()() { std::exchange(target_, nullptr)->call(); }

    private:
        std::shared_ptr<completion_for> target_;
    };

    void post() override {
        asio::post(*work_,
                   delivery(std::static_pointer_cast<completion_for>(this->shared_from_this())));
    }

    void call() {
        auto slot = asio::get_associated_cancellation_slot(*handler_);
        if (slot.is_connected()) slot.clear();
        this->write_report();
        Handler handler(std::move(*handler_));
        handler_.reset();
        work_.reset();
        std::apply(
            [&](Values&... values) { std::move(handler)(this->error_, std::move(values)...); },
            this->values_);
    }

    void destroy_handler() noexcept override {
        work_.reset();
        handler_.reset();
    }

    std::optional<work_type> work_;
    std::optional<Handler> handler_;
};

/// Binds `handler` to an outcome. `terminal` is what a terminal cancellation reports once the
/// operation has started: `errc::outcome_unknown` for writes, `operation_aborted` for reads.
template <class... Values, class Handler>
std::shared_ptr<completion<Values...>> make_completion(Handler&& handler,
                                                       boost::system::error_code terminal) {
    auto made = std::make_shared<completion_for<std::decay_t<Handler>, Values...>>(
        std::move(handler), terminal);
    made->attach();
    return made;
}

/// The initiating function behind every public operation: `start` is called with the completion.
template <class... Values, class Token, class Start>
auto initiate(Token&& token, boost::system::error_code terminal, Start start) {
    return asio::async_initiate<Token, void(boost::system::error_code, Values...)>(
        [](auto handler, boost::system::error_code terminal_code, Start begin) {
            std::move(begin)(make_completion<Values...>(std::move(handler), terminal_code));
        },
        token, terminal, std::move(start));
}

}  // namespace storh::detail
