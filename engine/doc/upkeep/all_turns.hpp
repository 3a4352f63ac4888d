// doc/all_turns.hpp
//
// The turns of all rings of a store at once, and the collection's lock: nobody else, in this process or
// another, is about to change record files.
//
// Threads: one ring's; each turn is taken and given back on its own.

#pragma once

#include "io/ring_executor.hpp"
#include "publish/bucket_store.hpp"

#include <boost/system/error_code.hpp>

namespace storh::doc {

class all_turns {
public:
    explicit all_turns(publish::bucket_store& store) noexcept : store_(store) {}

    /// Fails with errc::locked, and then has nothing.
    [[nodiscard]] io::task<boost::system::error_code> enter(io::ring_loop& loop);
    [[nodiscard]] io::task<void> leave(io::ring_loop& loop);

private:
    [[nodiscard]] io::task<void> leave_turns();

    publish::bucket_store& store_;
};

}  // namespace storh::doc
