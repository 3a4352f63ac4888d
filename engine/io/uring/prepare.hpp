// io/uring/prepare.hpp
//
// Turns an operation into submission entries.
//
// Three kinds become linked entries (read_file, write_file, create_file). A failed open breaks the
// link, so that nothing is transferred; the transfer is hard-linked to the close, because a short
// transfer would break a soft link and leave the slot open. No entry after a sync, rename or unlink
// is ever linked to it: on current kernels their failure does not break a link.

#pragma once

#include "io/operation.hpp"

#include <liburing.h>

namespace storh::io::uring {

/// Which entry of an operation a completion belongs to; kept in the low bits of user_data.
enum class entry : std::uint64_t { single = 0, open = 1, transfer = 2, close = 3, mask = 7 };

/// How many submission entries `code` takes.
[[nodiscard]] unsigned entries_of(opcode code) noexcept;

/// Whether `code` opens a file in a slot of the ring's table.
[[nodiscard]] bool needs_slot(opcode code) noexcept;

/// Fills the entries of `op`; the ring has room for them, and `op.in_flight.slot` is set if needed.
void prepare(io_uring& ring, operation& op) noexcept;

/// Fills one entry that goes on with the write of a created file at `done` bytes.
void prepare_rest_of_write(io_uring& ring, operation& op, std::uint32_t done) noexcept;

}  // namespace storh::io::uring
