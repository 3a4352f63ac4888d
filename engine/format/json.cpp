#include <storh/json.hpp>

#include "base/limits.hpp"
#include "base/report.hpp"
#include "format/json_reader.hpp"
#include "format/json_writer.hpp"

#include <utility>

namespace storh {

boost::system::result<json::object> parse_document(std::string_view text, error_info* info) {
    boost::system::result<json::value> value = read_json(text, document_depth_max, info);
    if (!value) {
        return value.error();
    }
    if (!value->is_object()) {
        return report(info, errc::invalid_json, "a document has to be an object");
    }
    return std::move(value->get_object());
}

boost::system::result<std::string> to_json(json::value const& value) {
    std::string text;
    if (boost::system::error_code const error = append_json(text, value)) {
        return error;
    }
    return text;
}

}  // namespace storh
