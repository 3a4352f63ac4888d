// bench/support/stream_walk.hpp
//
// Walking over a record_stream to its end in a coroutine.

#pragma once

#include <storh/record.hpp>
#include <storh/record_stream.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "support/interrupt.hpp"

#include <cstddef>
#include <vector>

namespace storh::bench {

/// Records asked for at once: as many as a stream reads ahead.
inline constexpr std::size_t walk_batch = 256;

/// Calls `(*take)(record const&)` for each record, in the order in which they come.
template <class Take>
asio::awaitable<void> walk(record_stream stream, Take* take) {
    for (;;) {
        check_interrupted();
        auto asking = stream.next_many(walk_batch);
        std::vector<record> const found = co_await std::move(asking);
        if (found.empty()) co_return;
        for (record const& one : found) (*take)(one);
    }
}

}  // namespace storh::bench
