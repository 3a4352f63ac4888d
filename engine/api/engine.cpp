#include <storh/engine.hpp>

#include "io/ring_set.hpp"

#include <algorithm>

namespace storh {

std::string_view to_string(backend_kind kind) noexcept {
    switch (kind) {
        case backend_kind::automatic: return "automatic";
        case backend_kind::uring: return "uring";
        case backend_kind::threads: return "threads";
        case backend_kind::sync: return "sync";
    }
    return "unknown";
}

engine_options& engine_options::rings(unsigned count) noexcept {
    rings_ = std::min(count, 64U);
    return *this;
}

engine_options& engine_options::in_flight(unsigned count) noexcept {
    in_flight_ = std::clamp(count, 1U, 1024U);
    return *this;
}

engine_options& engine_options::io_workers(unsigned count) noexcept {
    io_workers_ = std::clamp(count, 1U, 256U);
    return *this;
}

engine::engine(engine_options options) : rings_(std::make_shared<io::ring_set>(options)) {}

engine::~engine() {
    rings_->shutdown();
}

backend_kind engine::backend() const noexcept {
    return rings_->choice().kind;
}

std::string const& engine::backend_reason() const noexcept {
    return rings_->choice().reason;
}

unsigned engine::rings() const noexcept {
    return rings_->size();
}

engine_stats engine::stats() const {
    engine_stats total;
    for (unsigned index = 0; index < rings_->size(); ++index) {
        io::ring_counters const counts = rings_->loop(index).counters();
        total.operations += counts.operations;
        total.enters += counts.enters;
        total.wake_ups += counts.wake_ups;
        total.in_flight_max = std::max(total.in_flight_max, counts.in_flight_max);
    }
    return total;
}

}  // namespace storh
