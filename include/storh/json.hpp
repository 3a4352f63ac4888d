// storh/json.hpp
//
// JSON text exactly as storh reads and writes it, for callers that handle documents as text.
//
// Guarantees: what `to_json` writes, `parse_document` reads back as an equal value with the same
// order of members; numbers survive bit for bit, and integers stay integers.
//
// Not here: comments and trailing commas. Only files may contain them.
//
// Threads: free functions; may be called from any thread.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace storh {

/// Reads one JSON object (RFC 8259, UTF-8, white space around it allowed) as a document.
///
/// Of members with equal names the last value is kept, at the place of the first. Integers within
/// 64 signed bits become `int64`, all other numbers the nearest `double`. The value owns its
/// memory.
///
/// \par Errors
///   - `errc::invalid_json`: not JSON, not an object, invalid UTF-8, an unpaired surrogate, or a
///     number beyond the range of `double`. `info`, if given, has the byte offset and a reason.
///   - `errc::too_deep`: more than 510 containers within each other, counting the document.
[[nodiscard]] boost::system::result<json::object> parse_document(std::string_view text,
                                                                 error_info* info = nullptr);

/// Writes `value` as compact JSON, without a line feed, in the bytes that a record file would hold.
///
/// \par Errors
///   - `errc::invalid_json`: a string or member name is not UTF-8, a number is NaN or infinite, or
///     an unsigned integer is above the largest signed one.
///   - `errc::too_deep`: more than 510 containers within each other, counting `value`.
[[nodiscard]] boost::system::result<std::string> to_json(json::value const& value);

}  // namespace storh
