// storh/put_row.hpp
//
// One row of put_many and what became of it.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/record_tag.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/json/object.hpp>
#include <boost/system/error_code.hpp>

#include <optional>
#include <string>
#include <utility>

namespace storh {

/// A document, with the id to store it under or without one for a new id.
struct put_row {
    put_row() = default;
    explicit put_row(json::object document) : data(std::move(document)) {}
    put_row(uuid_v7 const& row_id, json::object document) : id(row_id), data(std::move(document)) {}

    std::optional<uuid_v7> id;
    json::object data;
};

/// The outcome of one row: durable under `id` with `tag`, or `error` and nothing changed (unless it
/// is errc::outcome_unknown).
struct put_result {
    put_result() = default;

    uuid_v7 id;
    record_tag tag;
    boost::system::error_code error;
    std::string detail;  ///< what was wrong with a row that was not even tried, its field for one
};

}  // namespace storh
