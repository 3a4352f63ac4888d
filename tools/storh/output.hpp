// tools/storh/output.hpp
//
// Standard output, and records as they are printed.
//
// Guarantees: everything is written or an exception says why not; a reader that has gone away
// (`storh export ... | head`) is no error.
//
// Threads: main thread.

#pragma once

#include <storh/record.hpp>

#include <boost/system/error_code.hpp>

#include <string>
#include <string_view>

namespace storh::tool {

/// Whoever read our output has closed it: time to leave without a word.
class reader_gone {};

/// Writes all bytes, over short writes and interrupted calls.
[[nodiscard]] boost::system::error_code write_all(int descriptor, std::string_view bytes) noexcept;

/// The text with `?` for every control character: a path may contain line feeds or escape sequences
/// of the terminal.
[[nodiscard]] std::string one_line(std::string_view text);

/// Writes to standard output. Throws reader_gone, or failure for any other error.
void print(std::string_view bytes);

/// `{"id":...,"data":...}`, or with the tag between the two, and a line feed.
[[nodiscard]] std::string record_line(record const& shown, bool with_tag);

}  // namespace storh::tool
