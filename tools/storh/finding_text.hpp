// tools/storh/finding_text.hpp
//
// What verify and repair print: a line for each finding, and one at the end.
//
// Guarantees: one line each, whatever a path contains; with JSON, one valid object.
//
// Pure. Threads: any.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/upkeep.hpp>

#include <boost/json/object.hpp>

#include <string>

namespace storh::tool {

/// `corrupt_record  PATH  detail`, and where the file has been moved to.
[[nodiscard]] std::string finding_line(finding const& found);

/// The same as an object: kind and path; id, error, offset, detail and moved_to where there are
/// any.
[[nodiscard]] std::string finding_json(finding const& found);

/// `12 records are sound, 2 damaged files, 1 harmless finding in 0.123 s`
[[nodiscard]] std::string summary_line(verify_report const& report, double seconds);

/// What repair has done, behind that.
[[nodiscard]] std::string repair_line(repair_report const& report);

/// Sound records and their bytes, damaged files, findings by kind, seconds.
[[nodiscard]] json::object summary_object(verify_report const& report, double seconds);

/// The same with what repair has done.
[[nodiscard]] json::object summary_object(repair_report const& report, double seconds);

/// How many damaged files are still where they were.
[[nodiscard]] std::uint64_t damage_left(repair_report const& report) noexcept;

/// An object as one line of output.
[[nodiscard]] std::string json_line(json::object shown);

}  // namespace storh::tool
