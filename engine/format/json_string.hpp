// engine/format/json_string.hpp
//
// Strings to JSON text.
//
// Guarantees: the escapes of storh for PHP: short forms and `\u00xx` for control characters,
// `\u2028` and `\u2029`, everything else raw, `/` included. What is written is UTF-8.
//
// Not here: reading strings, which Boost.JSON does.
//
// Threads: free function without state.

#pragma once

#include "format/text_sink.hpp"

#include <string_view>

namespace storh {

/// Appends `text` in quotes. Returns false if it is not UTF-8; `out` then ends anywhere within it.
[[nodiscard]] bool append_json_string(text_sink& out, std::string_view text);

}  // namespace storh
