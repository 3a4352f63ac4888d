#include "interruption.hpp"

#include <csignal>
#include <utility>

namespace storh::tool {

interruption::state::state(asio::any_io_executor const& executor, std::function<void()> to_call)
    : signals(executor, SIGINT, SIGTERM), asked(std::move(to_call)) {}

interruption::interruption(asio::any_io_executor const& executor, std::function<void()> asked)
    : state_(std::make_shared<state>(executor, std::move(asked))) {
    state_->signals.async_wait([shared = state_](boost::system::error_code error, int number) {
        if (error) return;
        shared->signal = number;
        shared->signals.clear();
        if (shared->asked) shared->asked();
    });
}

interruption::~interruption() {
    state_->asked = nullptr;
    state_->signals.clear();
    state_->signals.cancel();
}

}  // namespace storh::tool
