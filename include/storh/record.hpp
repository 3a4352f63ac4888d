// storh/record.hpp
//
// A record as a caller sees it: id, document, and the tag of the version that was read or written.
//
// Guarantees: none beyond those of its parts; a record is a value, changing it changes no file.
//
// Not here: files and their bytes (engine/format/record_file.hpp), storing (doc_store.hpp).
//
// Threads: plain data; one object may not be changed while another thread uses it.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/record_tag.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>

#include <string>
#include <utility>

namespace storh {

/// One stored JSON object with its id.
///
/// A default-constructed record has the nil id and an empty document. It is what an operation that
/// failed completes with beside its error code.
class record {
public:
    record() = default;

    record(uuid_v7 id, json::object data, record_tag tag = record_tag())
        : data_(std::move(data)), id_(id), tag_(tag) {}

    [[nodiscard]] uuid_v7 const& id() const noexcept { return id_; }

    /// The document. Borrowed: valid as long as this record.
    [[nodiscard]] json::object const& data() const& noexcept { return data_; }

    /// The document, moved out of an expiring record.
    [[nodiscard]] json::object data() && noexcept { return std::move(data_); }

    /// The version that was stored or read, for `put` on condition that nobody else wrote since.
    [[nodiscard]] record_tag const& tag() const noexcept { return tag_; }

    /// The record as one line of JSON, `{"id":"...","data":{...}}`, without a line feed: the line
    /// that an export writes.
    ///
    /// \par Errors
    /// Throws `boost::system::system_error` with the code of `to_json` (json.hpp) if the document
    /// cannot be written. This cannot happen to a record that a store gave out.
    [[nodiscard]] std::string to_line() const;

private:
    json::object data_;
    uuid_v7 id_;
    record_tag tag_;
};

}  // namespace storh
