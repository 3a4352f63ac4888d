#include "io/spawn.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <utility>

namespace storh::io {
namespace {

void end(std::exception_ptr failure) noexcept {
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

void spawn(ring_loop& loop, task<void> body) {
    asio::co_spawn(loop.get_executor(), std::move(body), &end);
}

}  // namespace storh::io
