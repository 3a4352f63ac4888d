// tools/storh/commands.hpp
//
// The commands. Each adds itself to the program; when it is the one that was called, reading the
// command line leaves what to do in `chosen`.

#pragma once

#include "common_options.hpp"

namespace storh::tool {

void add_put(CLI::App& program, action& chosen);
void add_get(CLI::App& program, action& chosen);
void add_remove(CLI::App& program, action& chosen);
void add_import(CLI::App& program, action& chosen);
void add_export(CLI::App& program, action& chosen);
void add_stream(CLI::App& program, action& chosen);
void add_query(CLI::App& program, action& chosen);
void add_schema_commands(CLI::App& program, action& chosen);
void add_stats(CLI::App& program, action& chosen);
void add_verify(CLI::App& program, action& chosen);
void add_repair(CLI::App& program, action& chosen);
void add_index(CLI::App& program, action& chosen);
void add_reindex(CLI::App& program, action& chosen);

}  // namespace storh::tool
