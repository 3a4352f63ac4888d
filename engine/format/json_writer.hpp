// engine/format/json_writer.hpp
//
// Values to compact JSON text, byte for byte as storh for PHP writes it.
//
// Guarantees: what is written can be read back by both implementations and is equal then. Members
// keep their order. Nothing is allocated besides the string that is appended to.
//
// Not here: the members around a document (record_file.hpp), pretty printing.
//
// Threads: free functions without state.

#pragma once

#include <storh/detail/namespaces.hpp>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <string>

namespace storh {

/// Appends `value`. After an error `out` ends anywhere within the text.
///
/// Fails with `errc::invalid_json` if a string is not UTF-8, a double not finite or an unsigned
/// integer above int64; with `errc::too_deep` above `document_depth_max` containers; with
/// `errc::record_too_large` as soon as `out` would become longer than `bytes_max`.
[[nodiscard]] boost::system::error_code append_json(std::string& out, json::value const& value,
                                                    std::size_t bytes_max = std::string::npos);

/// The same for an object.
[[nodiscard]] boost::system::error_code append_json(std::string& out, json::object const& object,
                                                    std::size_t bytes_max = std::string::npos);

}  // namespace storh
