// tools/storh/schema_file.hpp
//
// A schema out of a file. Threads: main thread.

#pragma once

#include <storh/schema.hpp>

#include <string>

namespace storh::tool {

/// Reads the schema in `file`. Throws failure, which names the place.
[[nodiscard]] schema read_schema(std::string const& file);

}  // namespace storh::tool
