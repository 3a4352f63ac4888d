// index/record_source.hpp
//
// Reads a record for the indexes: they decide by the file wherever somebody has left them in doubt.
//
// Threads: any; blocks.

#pragma once

#include <storh/uuid_v7.hpp>

#include "index/catalog.hpp"
#include "publish/store_files.hpp"

#include <boost/system/result.hpp>

namespace storh::index {

/// What the record of `id` has for the indexes; nothing for one that is not there. Fails for one that
/// cannot be read, and so is found by nobody.
[[nodiscard]] boost::system::result<record_state> read_values(publish::store_files& files,
                                                              catalog const& indexes,
                                                              uuid_v7 const& id);

}  // namespace storh::index
