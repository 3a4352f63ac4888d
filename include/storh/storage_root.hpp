// storh/storage_root.hpp
//
// The path convention for storage roots that programs share.
//
// Guarantees: the same text for the same arguments as storh for PHP gives; the disk is not touched.
//
// Not here: creating or opening the directory (doc_store.hpp).
//
// Threads: free function without state.

#pragma once

#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace storh {

/// The path `<root>/<ns>` of the storage root for one application under a common directory.
///
/// `root` is trimmed of white space, `\` becomes `/`, and trailing `/` are dropped. In `ns` each
/// run of bytes other than `A-Z a-z 0-9 _ . -` becomes one `-`, and `-` and `.` are trimmed from
/// both ends, so that it cannot leave `root`; if nothing remains it is `runtime-storage`.
///
/// \par Errors
/// `errc::invalid_name` if nothing remains of `root`; this includes `/` alone.
[[nodiscard]] boost::system::result<std::string> storage_root(
    std::string_view root, std::string_view ns = "runtime-storage");

}  // namespace storh
