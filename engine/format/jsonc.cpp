#include "format/jsonc.hpp"

#include "base/report.hpp"
#include "format/json_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace storh {
namespace {

/// Turns JSONC into JSON of the same length, so that offsets stay true: comments and trailing
/// commas become spaces.
class blanker {
public:
    explicit blanker(std::string& text) noexcept : text_(text) {}

    /// Returns the offset of a comment that never ends, if there is one.
    std::optional<std::size_t> run() {
        while (at_ < text_.size()) {
            char const byte = text_[at_];
            if (byte == '/' && starts_comment()) {
                if (std::size_t const start = at_; !blank_comment()) {
                    return start;
                }
                continue;
            }
            take_token_byte(byte);
        }
        return std::nullopt;
    }

private:
    bool starts_comment() const noexcept {
        return at_ + 1 < text_.size() && (text_[at_ + 1] == '/' || text_[at_ + 1] == '*');
    }

    bool blank_comment() {
        bool const is_line = text_[at_ + 1] == '/';
        std::size_t end =
            is_line ? text_.find_first_of("\r\n", at_ + 2) : text_.find("*/", at_ + 2);
        if (end == std::string::npos) {
            if (!is_line) {
                return false;
            }
            end = text_.size();
        } else if (!is_line) {
            end += 2;
        }
        std::fill(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                  text_.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        at_ = end;
        return true;
    }

    void take_token_byte(char byte) {
        if (is_space(byte)) {
            ++at_;
            return;
        }
        if ((byte == '}' || byte == ']') && comma_) {
            text_[*comma_] = ' ';
        }
        comma_.reset();
        if (byte == ',' && ends_value(last_)) {
            comma_ = at_;
        }
        last_ = byte;
        at_ = byte == '"' ? end_of_string() : at_ + 1;
    }

    std::size_t end_of_string() const noexcept {
        std::size_t at = at_ + 1;
        while (at < text_.size() && text_[at] != '"') {
            at += text_[at] == '\\' ? 2 : 1;
        }
        return std::min(at + 1, text_.size());
    }

    static bool is_space(char byte) noexcept {
        return byte == ' ' || (byte >= '\t' && byte <= '\r');
    }

    /// Whether a value can end with this byte, so that a comma after it separates something.
    static bool ends_value(char byte) noexcept {
        return byte != '\0' && byte != '[' && byte != '{' && byte != ',' && byte != ':';
    }

    std::string& text_;
    std::size_t at_ = 0;
    char last_ = '\0';                  // last byte of a token, 0 before the first
    std::optional<std::size_t> comma_;  // the comma that nothing but space has followed so far
};

/// `text` without what PHP trims at both ends, and where it starts.
std::pair<std::string_view, std::size_t> trim(std::string_view text) noexcept {
    constexpr std::string_view unwanted(" \t\n\r\0\x0b", 6);
    std::size_t const first = std::min(text.find_first_not_of(unwanted), text.size());
    std::size_t const end = text.find_last_not_of(unwanted) + 1;
    return {text.substr(first, std::max(first, end) - first), first};
}

boost::system::result<json::object> read_trimmed(std::string_view text, error_info* info) {
    boost::system::result<json::value> value = read_json(text, depth_max, info);
    if (!value) {
        return value.error();
    }
    if (!value->is_object()) {
        return report(info, errc::invalid_json, "the value is not an object");
    }
    if (has_integer_key(value->get_object())) {
        return report(info, errc::invalid_json, "an integer names a member of the object");
    }
    return std::move(value->get_object());
}

bool is_integer_key(std::string_view key) noexcept {
    std::string_view const digits = key.substr(key.starts_with('-') ? 1 : 0);
    bool const starts_well = !digits.empty() && digits.front() >= '0' && digits.front() <= '9';
    if (!starts_well || (digits.front() == '0' && key.size() != 1)) {
        return false;
    }
    std::int64_t number = 0;
    auto const [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
    return error == std::errc() && end == key.data() + key.size();
}

}  // namespace

bool has_integer_key(json::object const& object) noexcept {
    return std::any_of(object.begin(), object.end(), [](json::key_value_pair const& member) {
        return is_integer_key(member.key());
    });
}

boost::system::result<json::object> read_jsonc(std::string_view text, error_info* info) {
    std::string blanked(text);
    if (std::optional<std::size_t> const start = blanker(blanked).run()) {
        if (info != nullptr) {
            info->set_offset(*start);
        }
        return report(info, errc::invalid_json, "the comment never ends");
    }
    auto const [trimmed, start] = trim(blanked);
    boost::system::result<json::object> object = read_trimmed(trimmed, info);
    if (!object && info != nullptr && info->offset()) {
        info->set_offset(*info->offset() + start);
    }
    return object;
}

}  // namespace storh
