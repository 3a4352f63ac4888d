// io/spawn.hpp
//
// Coroutines that nobody awaits.
//
// Threads: any.

#pragma once

#include "io/ring_loop.hpp"

namespace storh::io {

/// Runs `body` on the loop's thread. An exception that leaves it ends the process: it is memory that ran
/// out in the middle of something, after which nothing could be promised and nobody would ever get its
/// outcome.
void spawn(ring_loop& loop, task<void> body);

}  // namespace storh::io
