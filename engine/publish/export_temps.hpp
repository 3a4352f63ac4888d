// publish/export_temps.hpp
//
// The names of files that are being exported, and the removal of those whose makers have died.
//
// Whoever makes one holds an flock on it for as long as it is written, so whether its maker is
// alive depends on no process id. Between its making and its lock its age protects it.
//
// Threads: blocking; on a worker.

#pragma once

#include <ctime>
#include <string>

namespace storh::publish {

/// `.storh-export-<uuid>.tmp`, new at each call.
[[nodiscard]] std::string make_export_temp_name();

/// Removes what is named so in the open `directory`, older than a minute at `now`, and held by
/// nobody. What cannot be looked at or removed stays.
void remove_dead_export_temps(int directory, std::time_t now) noexcept;

}  // namespace storh::publish
