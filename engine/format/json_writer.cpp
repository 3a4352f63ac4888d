#include "format/json_writer.hpp"

#include "base/limits.hpp"
#include "format/json_number.hpp"
#include "format/json_string.hpp"
#include "format/text_sink.hpp"

#include <storh/error.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace storh {
namespace {

using boost::system::error_code;

constexpr std::size_t integer_text_bytes_max = 20;  // -9223372036854775808

/// One pass over one value. A step that fails leaves the reason and returns false. The recursion is
/// bounded by `document_depth_max`.
class writer {
public:
    writer(std::string& out, std::size_t bytes_max) noexcept : out_(out), bytes_max_(bytes_max) {}

    bool write(json::value const& value) {
        switch (value.kind()) {
            case json::kind::object: return write_object(value.get_object());
            case json::kind::array: return write_array(value.get_array());
            case json::kind::string: return write_string(value.get_string());
            case json::kind::int64: return write_integer(value.get_int64());
            case json::kind::uint64: return write_unsigned(value.get_uint64());
            case json::kind::double_: return write_number(value.get_double());
            case json::kind::bool_: return write_word(value.get_bool() ? "true" : "false");
            case json::kind::null: break;
        }
        return write_word("null");
    }

    bool write_object(json::object const& object) {
        if (depth_ == document_depth_max) {
            return fail(errc::too_deep);
        }
        ++depth_;
        char before = '{';
        for (json::key_value_pair const& member : object) {
            out_.push_back(before);
            before = ',';
            if (!write_string(member.key())) {
                return false;
            }
            out_.push_back(':');
            if (!write(member.value())) {
                return false;
            }
        }
        --depth_;
        return write_word(object.empty() ? "{}" : "}");
    }

    /// The result of a call that returned `written`.
    error_code result(bool written) const noexcept {
        return written ? error_code() : make_error_code(failure_);
    }

private:
    bool write_array(json::array const& array) {
        if (depth_ == document_depth_max) {
            return fail(errc::too_deep);
        }
        ++depth_;
        char before = '[';
        for (json::value const& element : array) {
            out_.push_back(before);
            before = ',';
            if (!write(element)) {
                return false;
            }
        }
        --depth_;
        return write_word(array.empty() ? "[]" : "]");
    }

    bool write_string(json::string_view text) {
        // Checked before as well, so that one large string is not copied to be refused.
        if (out_.size() + text.size() + 2 > bytes_max_) {
            return fail(errc::record_too_large);
        }
        if (!append_json_string(out_, text)) {
            return fail(errc::invalid_json);
        }
        return check_size();
    }

    bool write_integer(std::int64_t number) {
        char* const text = out_.reserve(integer_text_bytes_max);
        out_.advance_to(std::to_chars(text, text + integer_text_bytes_max, number).ptr);
        return check_size();
    }

    bool write_unsigned(std::uint64_t number) {
        // It would come back as a double, with other digits.
        if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return fail(errc::invalid_json);
        }
        return write_integer(static_cast<std::int64_t>(number));
    }

    bool write_number(double number) {
        if (!std::isfinite(number)) {
            return fail(errc::invalid_json);
        }
        out_.advance_to(write_double(out_.reserve(double_text_bytes_max), number));
        return check_size();
    }

    bool write_word(std::string_view word) {
        out_.append(word);
        return check_size();
    }

    bool check_size() noexcept { return out_.size() <= bytes_max_ || fail(errc::record_too_large); }

    bool fail(errc failure) noexcept {
        failure_ = failure;
        return false;
    }

    text_sink out_;
    std::size_t bytes_max_;
    std::size_t depth_ = 0;
    errc failure_ = errc::invalid_json;
};

}  // namespace

error_code append_json(std::string& out, json::value const& value, std::size_t bytes_max) {
    writer pass(out, bytes_max);
    return pass.result(pass.write(value));
}

error_code append_json(std::string& out, json::object const& object, std::size_t bytes_max) {
    writer pass(out, bytes_max);
    return pass.result(pass.write_object(object));
}

}  // namespace storh
