// engine/format/json_reader.hpp
//
// The strict reader: JSON text (RFC 8259) to values.
//
// Guarantees: accepts what the strict reader of storh for PHP accepts and gives the same values,
// except that numbers beyond the finite doubles (`1e400`) are refused, because they could never be
// written again. Integers within int64 stay integers. A repeated member keeps the place of the
// first and the value of the last. Objects and lists stay what they are, `{}` and `[]` too.
//
// Not here: comments and trailing commas (jsonc.hpp), what a record file consists of
// (record_file.hpp). Texts must be shorter than 2 GiB, which every caller's limit sees to.
//
// Threads: may be called from any thread; each keeps a parser of its own for small texts.

#pragma once

#include "base/limits.hpp"

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>

#include <boost/json/value.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <string_view>

namespace storh {

/// Reads the one value that `text` consists of, with white space around it.
///
/// Fails with `errc::invalid_json`, or with `errc::too_deep` if more than `depth_limit` containers
/// lie within each other; `info`, if given, gets the byte offset and the reason.
[[nodiscard]] boost::system::result<json::value> read_json(std::string_view text,
                                                           std::size_t depth_limit = depth_max,
                                                           error_info* info = nullptr);

}  // namespace storh
