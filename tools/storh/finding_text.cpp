#include "finding_text.hpp"

#include "numbers.hpp"
#include "output.hpp"

#include <storh/json.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace storh::tool {
namespace {

/// Text for JSON. A path may be any bytes; one that is not UTF-8 is shown without what is not
/// ASCII.
json::string text_value(std::string const& text) {
    if (to_json(json::value(text))) return json::string(text);
    std::string shown = text;
    for (char& byte : shown) {
        if (static_cast<unsigned char>(byte) >= 0x80) byte = '?';
    }
    return json::string(shown);
}

std::uint64_t count_of_all(verify_report const& report) noexcept {
    std::uint64_t count = 0;
    for (std::size_t kind = 0; kind < finding_kinds; ++kind) {
        count += report.count(static_cast<finding_kind>(kind));
    }
    return count;
}

std::string reason_of(finding const& found) {
    std::string reason = found.detail;
    if (reason.empty() && found.error) reason = found.error.message();
    if (found.offset) reason += fmt::format(" (byte {})", *found.offset);
    return reason;
}

}  // namespace

std::string finding_line(finding const& found) {
    std::string line = fmt::format("{}  {}", to_string(found.kind), found.path);
    std::string const reason = reason_of(found);
    if (!reason.empty()) line += "  " + reason;
    if (!found.moved_to.empty()) line += "  moved to " + found.moved_to;
    return one_line(line) + '\n';
}

std::string finding_json(finding const& found) {
    json::object shown;
    shown["kind"] = to_string(found.kind);
    shown["path"] = text_value(found.path);
    if (found.id) shown["id"] = found.id->to_string();
    if (found.error) shown["error"] = text_value(found.error.message());
    if (found.offset) shown["offset"] = *found.offset;
    if (!found.detail.empty()) shown["detail"] = text_value(found.detail);
    if (!found.moved_to.empty()) shown["moved_to"] = text_value(found.moved_to);
    return json_line(std::move(shown));
}

std::string summary_line(verify_report const& report, double seconds) {
    std::uint64_t const damaged = report.damaged();
    std::string line = fmt::format("{} {} sound", counted(report.records, "record"),
                                   report.records == 1 ? "is" : "are");
    if (damaged > 0) line += ", " + counted(damaged, "damaged file");
    if (std::uint64_t const harmless = count_of_all(report) - damaged; harmless > 0) {
        line += ", " + counted(harmless, "harmless finding");
    }
    return fmt::format("{} in {:.3f} s\n", line, seconds);
}

std::string repair_line(repair_report const& report) {
    std::string const left =
        damage_left(report) == 0
            ? ""
            : fmt::format("{} left in place; ", counted(damage_left(report), "damaged file"));
    return fmt::format(
        "{}{} moved to .storh/corrupt, {} to the right bucket; {} and {} removed\n", left,
        counted(report.quarantined, "damaged file"), counted(report.rehomed, "record"),
        counted(report.temps_removed, "temp file"), counted(report.markers_removed, "marker"));
}

json::object summary_object(verify_report const& report, double seconds) {
    json::object findings;
    for (std::size_t index = 0; index < finding_kinds; ++index) {
        auto const kind = static_cast<finding_kind>(index);
        findings[to_string(kind)] = report.count(kind);
    }
    json::object shown;
    shown["records"] = report.records;
    shown["bytes"] = report.bytes;
    shown["damaged"] = report.damaged();
    shown["findings"] = std::move(findings);
    shown["seconds"] = std::round(seconds * 1e6) / 1e6;
    return shown;
}

json::object summary_object(repair_report const& report, double seconds) {
    json::object shown = summary_object(static_cast<verify_report const&>(report), seconds);
    shown["quarantined"] = report.quarantined;
    shown["rehomed"] = report.rehomed;
    shown["temps_removed"] = report.temps_removed;
    shown["markers_removed"] = report.markers_removed;
    shown["damage_left"] = damage_left(report);
    return shown;
}

std::uint64_t damage_left(repair_report const& report) noexcept {
    std::uint64_t const mended = report.quarantined + report.rehomed;
    return report.damaged() - std::min(report.damaged(), mended);
}

std::string json_line(json::object shown) {
    return to_json(json::value(std::move(shown))).value() + '\n';
}

}  // namespace storh::tool
