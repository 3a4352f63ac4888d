// engine/format/import_row.hpp
//
// One line of a JSONL import.
//
// Guarantees: a line is a record, a document for a new record, nothing, or refused; no member of it
// is ever dropped. An object of exactly the members `id` (a UUIDv7) and `data` (an object, or
// `[]` for an empty one) is a record; any other object is a document, its `id` included. (storh for
// PHP drops the members beside `data`, and takes the id from objects that are no records.)
// Lines that are nearly records are refused: an `id` text that is no UUIDv7, or a list of data.
//
// Not here: reading lines, size limits, the id of a new record.
//
// Threads: free function.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/error.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace storh {

/// What a line says. A record (`id` is set) is stored under its id, a document under a new one.
class import_row {
public:
    import_row(std::optional<uuid_v7> row_id, json::object row_data, bool is_verbatim)
        : id(row_id), data(std::move(row_data)), verbatim(is_verbatim) {}

    std::optional<uuid_v7> id;
    json::object data;
    /// The record file is the line itself, without `\r` and `\n` at its end, and a line feed. Not
    /// so for a document, nor for an id in upper case, which no file of ours carries.
    bool verbatim;
};

/// The line without the `\r` and `\n` at its end.
[[nodiscard]] std::string_view trim_line_end(std::string_view line) noexcept;

/// Reads a line; nothing if it consists of white space.
///
/// Fails with `errc::invalid_json`, `errc::too_deep`, `errc::invalid_row` (not an object),
/// `errc::invalid_id`, or `errc::unsupported_record` (the data is a list with elements); `info`, if
/// given, gets the reason and the offset of a syntax error.
[[nodiscard]] boost::system::result<std::optional<import_row>> parse_import_row(
    std::string_view line, error_info* info = nullptr);

}  // namespace storh
