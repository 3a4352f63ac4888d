// io/completion_box.hpp
//
// Owns any completion handler of the signature void(Args...), to be called once.
//
// Asio's own any_completion_handler of Boost 1.81 calls itself without end when it is move-assigned,
// and what waits in the engine needs neither its allocator nor its cancellation slot.

#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace storh::io {

template <class... Args>
class completion_box {
public:
    completion_box() = default;

    template <class Handler>
    requires(!std::is_same_v<std::decay_t<Handler>, completion_box>) explicit completion_box(
        Handler&& handler)
        : held_(std::make_unique<holder<std::decay_t<Handler>>>(std::forward<Handler>(handler))) {}

    explicit operator bool() const noexcept { return held_ != nullptr; }

    void operator()(Args... args) {
        auto const held = std::move(held_);
        held->call(std::move(args)...);
    }

private:
    struct base {
        virtual ~base() = default;
        virtual void call(Args... args) = 0;
    };

    template <class Handler>
    struct holder final : base {
        template <class Source>
        explicit holder(Source&& source) : handler(std::forward<Source>(source)) {}
        void call(Args... args) override { std::move(handler)(std::move(args)...); }
        Handler handler;
    };

    std::unique_ptr<base> held_;
};

}  // namespace storh::io
