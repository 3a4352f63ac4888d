// engine/format/record_file.hpp
//
// The bytes of a record file: `{"id":"<id>","data":{...}}` and a line feed.
//
// Guarantees: what is encoded, both implementations decode to an equal document. What PHP wrote
// or a person edited is decoded as PHP does, except: `data` that is missing, null or a scalar is
// damage, not an empty document; a list with elements is `unsupported_record`; what jsonc.hpp and
// json_reader.hpp refuse is refused.
//
// Not here: file names, tags (base/xxh128.hpp), import lines (import_row.hpp).
//
// Threads: free functions.

#pragma once

#include "base/limits.hpp"

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace storh {

/// The whole file for `data`, of at most `bytes_max` bytes.
///
/// Fails as `append_json` does, with `errc::record_too_large` without building much more than
/// `bytes_max`.
[[nodiscard]] boost::system::result<std::string> encode_record(
    uuid_v7 const& id, json::object const& data, std::size_t bytes_max = record_bytes_max_default);

/// Appends the whole file for `data`, without a limit. After an error `out` is as it was.
[[nodiscard]] boost::system::error_code append_record(std::string& out, uuid_v7 const& id,
                                                      json::object const& data);

/// The document in the file of record `expected`.
///
/// Fails with `errc::corrupt_record` or `errc::unsupported_record`; `info`, if given, gets the
/// reason, the offset of a syntax error, and the id.
[[nodiscard]] boost::system::result<json::object> decode_record(uuid_v7 const& expected,
                                                                std::string_view bytes,
                                                                error_info* info = nullptr);

/// Whether what decode_record() calls corrupt is a record file of another id than `expected`.
[[nodiscard]] bool has_another_id(uuid_v7 const& expected, std::string_view bytes);

}  // namespace storh
