// doc/stream_listing.hpp
//
// The listings of all buckets, made by the workers side by side.
//
// Threads: a ring's.

#pragma once

#include "io/ring_loop.hpp"
#include "publish/bucket_store.hpp"
#include "publish/listing/listing_cache.hpp"

#include <boost/system/error_code.hpp>

#include <vector>

namespace storh::doc {

/// Puts the sorted ids of each bucket that has any into `lists`.
[[nodiscard]] io::task<boost::system::error_code> list_all(io::ring_loop& loop,
                                                           publish::bucket_store& store,
                                                           std::vector<publish::id_list>& lists);

}  // namespace storh::doc
