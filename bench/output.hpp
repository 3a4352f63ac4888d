// bench/output.hpp
//
// Results as a table for people and as JSON for programs.

#pragma once

#include "runner.hpp"

#include <storh/detail/namespaces.hpp>

#include <boost/json/array.hpp>

#include <filesystem>
#include <vector>

namespace storh::bench {

/// Writes the table to standard output.
void print_table(std::vector<series> const& results);

/// Adds one object for each of `results`, which were measured on `file_system`.
void append_rows(json::array& rows, std::vector<series> const& results,
                 std::string_view file_system);

/// Writes `rows` as a JSON array, an object a line. Throws std::system_error.
void write_json(std::filesystem::path const& path, json::array const& rows);

}  // namespace storh::bench
