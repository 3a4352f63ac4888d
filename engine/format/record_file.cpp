#include "format/record_file.hpp"

#include "base/limits.hpp"
#include "base/report.hpp"
#include "format/json_reader.hpp"
#include "format/json_writer.hpp"
#include "format/jsonc.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace storh {
namespace {

using boost::system::error_code;
using boost::system::result;

constexpr std::string_view before_id = R"({"id":")";
constexpr std::string_view before_data = R"(","data":)";
constexpr std::string_view after_data = "}\n";
constexpr std::size_t head_bytes = before_id.size() + uuid_v7::text_bytes + before_data.size();

/// What most records need; saves the string from growing step by step.
constexpr std::size_t usual_record_bytes = 512;

/// `{"id":"<id>","data":`
void write_head(char* to, uuid_v7 const& id) noexcept {
    std::ranges::copy(before_id, to);
    id.write_to(to + before_id.size());
    std::ranges::copy(before_data, to + before_id.size() + uuid_v7::text_bytes);
}

/// The members of the file as strict JSON, else as JSONC.
result<json::object> read_members(std::string_view bytes, error_info* info) {
    result<json::value> strict = read_json(bytes);
    if (strict && strict->is_object() && !has_integer_key(strict->get_object())) {
        return std::move(strict->get_object());
    }
    result<json::object> lenient = read_jsonc(bytes, info);
    if (!lenient) {
        return make_error_code(errc::corrupt_record);
    }
    return lenient;
}

/// The text is compared, not the value: PHP wants the id as the file is named.
bool is_text_of(uuid_v7 const& id, json::string const& text) noexcept {
    char expected[uuid_v7::text_bytes];
    id.write_to(expected);
    return text == json::string_view(expected, sizeof expected);
}

error_code check_id(uuid_v7 const& expected, json::object const& members, error_info* info) {
    json::value const* const id = members.if_contains("id");
    if (id == nullptr || !id->is_string()) {
        return report(info, errc::corrupt_record, "the record has no id");
    }
    if (is_text_of(expected, id->get_string())) {
        return {};
    }
    bool const is_id = uuid_v7::parse(id->get_string()).has_value();
    return report(info, errc::corrupt_record,
                  is_id ? "the record has another id than its file name" : "the id is no UUIDv7");
}

result<json::object> take_data(json::object& members, error_info* info) {
    json::value* const data = members.if_contains("data");
    if (data == nullptr || !(data->is_object() || data->is_array())) {
        return report(info, errc::corrupt_record, "the record has no data");
    }
    if (data->is_object()) {
        return std::move(data->get_object());
    }
    // How PHP writes an empty document.
    if (data->get_array().empty()) {
        return json::object();
    }
    return report(info, errc::unsupported_record, "the data of the record is a list");
}

/// The document of a file that is written as put() writes it, which nearly all are: an object between a
/// head and a tail that are known. Nothing for any other bytes, also damaged ones.
std::optional<json::object> decode_canonical(uuid_v7 const& expected, std::string_view bytes) {
    std::array<char, head_bytes> head;
    write_head(head.data(), expected);
    std::string_view const begin(head.data(), head.size());
    if (!bytes.starts_with(begin) || !bytes.ends_with(after_data)) return std::nullopt;
    bytes.remove_prefix(head.size());
    bytes.remove_suffix(std::min(bytes.size(), after_data.size()));
    result<json::value> data = read_json(bytes, document_depth_max);
    if (!data || !data->is_object()) return std::nullopt;
    return std::move(data->get_object());
}

result<json::object> decode(uuid_v7 const& expected, std::string_view bytes, error_info* info) {
    if (auto document = decode_canonical(expected, bytes)) return std::move(*document);
    result<json::object> members = read_members(bytes, info);
    if (!members) {
        return members;
    }
    if (error_code const error = check_id(expected, *members, info)) {
        return error;
    }
    return take_data(*members, info);
}

void append_head(std::string& out, uuid_v7 const& id) {
    std::size_t const size_before = out.size();
    out.resize(size_before + head_bytes);
    write_head(out.data() + size_before, id);
}

}  // namespace

result<std::string> encode_record(uuid_v7 const& id, json::object const& data,
                                  std::size_t bytes_max) {
    if (bytes_max < after_data.size()) {
        return errc::record_too_large;
    }
    std::string bytes;
    bytes.reserve(usual_record_bytes);
    append_head(bytes, id);
    if (error_code const error = append_json(bytes, data, bytes_max - after_data.size())) {
        return error;
    }
    bytes.append(after_data);
    return bytes;
}

error_code append_record(std::string& out, uuid_v7 const& id, json::object const& data) {
    std::size_t const size_before = out.size();
    append_head(out, id);
    if (error_code const error = append_json(out, data)) {
        out.resize(size_before);
        return error;
    }
    out.append(after_data);
    return {};
}

result<json::object> decode_record(uuid_v7 const& expected, std::string_view bytes,
                                   error_info* info) {
    result<json::object> data = decode(expected, bytes, info);
    if (!data && info != nullptr) {
        info->set_id(expected);
    }
    return data;
}

bool has_another_id(uuid_v7 const& expected, std::string_view bytes) {
    result<json::object> const members = read_members(bytes, nullptr);
    if (!members) {
        return false;
    }
    json::value const* const id = members->if_contains("id");
    return id != nullptr && id->is_string() && uuid_v7::parse(id->get_string()).has_value() &&
           !is_text_of(expected, id->get_string());
}

}  // namespace storh
