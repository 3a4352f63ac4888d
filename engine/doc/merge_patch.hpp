// doc/merge_patch.hpp
//
// JSON Merge Patch. Source of the algorithm: RFC 7396, section 2.
//
// Pure. Threads: any.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/object.hpp>
#include <boost/system/error_code.hpp>

namespace storh::doc {

/// Applies `patch` to `target`: members that are null are removed, objects are merged, everything
/// else replaces. errc::too_deep when the patch nests deeper than a document may.
[[nodiscard]] boost::system::error_code apply_merge_patch(json::object& target,
                                                          json::object const& patch);

}  // namespace storh::doc
