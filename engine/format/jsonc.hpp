// engine/format/jsonc.hpp
//
// The lenient reader, for files that people edit: JSON objects with comments and trailing commas.
//
// Guarantees: reads every such file that storh for PHP reads, except where PHP reads something that
// was not written: a comment does not join what stands before and after it (`1/**/2` is no 12), a
// comment must end, and a comma must follow a value (`[,]` is refused).
//
// Accepted: `//` to the end of the line and `/* */` between tokens, of any bytes; one comma before
// `}` or `]`; NUL and vertical tab, beside white space, around the object.
//
// Not here: log and queue lines and imports, which are strict JSON.
//
// Threads: free functions.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>

#include <string_view>

namespace storh {

/// Reads one object.
///
/// Fails with `errc::invalid_json` or `errc::too_deep`; `info`, if given, gets the byte offset in
/// `text` and the reason. An object that PHP would take for a list is refused, see
/// `has_integer_key`.
[[nodiscard]] boost::system::result<json::object> read_jsonc(std::string_view text,
                                                             error_info* info = nullptr);

/// Whether a member's name is a decimal int64 as PHP writes it (`0`, `-3`, but not `007`, `-0`).
/// PHP turns such names into integers and then refuses the object at the top level of a file.
[[nodiscard]] bool has_integer_key(json::object const& object) noexcept;

}  // namespace storh
