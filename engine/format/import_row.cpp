#include "format/import_row.hpp"

#include "base/report.hpp"
#include "format/json_reader.hpp"

namespace storh {
namespace {

using boost::system::result;
using row_result = result<std::optional<import_row>>;

/// Exactly `id`, a text, and `data`, a container. Whether the id is one is checked later.
bool is_record_shaped(json::object const& row) noexcept {
    if (row.size() != 2) {
        return false;
    }
    json::value const* const id = row.if_contains("id");
    json::value const* const data = row.if_contains("data");
    return id != nullptr && id->is_string() && data != nullptr &&
           (data->is_object() || data->is_array());
}

row_result take_record(json::object& row, error_info* info) {
    json::string const& text = row["id"].get_string();
    result<uuid_v7> const id = uuid_v7::parse(text);
    if (!id) {
        return report(info, errc::invalid_id, "the id of the row is no UUIDv7");
    }
    bool const is_lower_case = text == json::string_view(id->to_string());
    json::value& data = row["data"];
    if (data.is_object()) {
        return import_row(*id, std::move(data.get_object()), is_lower_case);
    }
    if (data.get_array().empty()) {
        return import_row(*id, json::object(), is_lower_case);
    }
    return report(info, errc::unsupported_record, "the data of the row is a list");
}

}  // namespace

std::string_view trim_line_end(std::string_view line) noexcept {
    return line.substr(0, line.find_last_not_of("\r\n") + 1);
}

row_result parse_import_row(std::string_view line, error_info* info) {
    // What PHP's trim() takes for white space.
    constexpr std::string_view blank(" \t\n\r\0\x0b", 6);
    if (line.find_first_not_of(blank) == std::string_view::npos) {
        return std::optional<import_row>();
    }
    result<json::value> value = read_json(trim_line_end(line), depth_max, info);
    if (!value) {
        return value.error();
    }
    if (!value->is_object()) {
        return report(info, errc::invalid_row, "the row is not an object");
    }
    json::object& row = value->get_object();
    if (is_record_shaped(row)) {
        return take_record(row, info);
    }
    return import_row(std::nullopt, std::move(row), false);
}

}  // namespace storh
