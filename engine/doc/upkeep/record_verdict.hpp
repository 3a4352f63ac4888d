// doc/record_verdict.hpp
//
// What the bytes of a record file, or the failure to get them, say about it.
//
// Pure. Threads: any.

#pragma once

#include <storh/upkeep.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/system/error_code.hpp>

#include <optional>
#include <string_view>

namespace storh::doc {

/// What is the matter with the file named for `id` that failed to be read with `error`, or had
/// `bytes`; nothing if it is a sound record at its place. The finding's path is left to the caller.
[[nodiscard]] std::optional<finding> verdict_on(uuid_v7 const& id, bool is_misplaced,
                                                boost::system::error_code error,
                                                std::string_view bytes);

}  // namespace storh::doc
