#include "format/json_reader.hpp"

#include "base/report.hpp"
#include "format/json_number.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>

namespace storh {
namespace {

using boost::system::error_code;

/// Receives what the parser finds and builds the value from it. Replaces Boost.JSON's own handler
/// for its inexact doubles and its depth limit, which is fixed when a parser is made.
class value_builder {
public:
    static constexpr std::size_t max_object_size = json::object::max_size();
    static constexpr std::size_t max_array_size = json::array::max_size();
    static constexpr std::size_t max_key_size = json::string::max_size();
    static constexpr std::size_t max_string_size = json::string::max_size();

    void reset(std::size_t depth_limit) noexcept {
        stack_.reset();
        depth_left_ = depth_limit;
    }

    json::value release() { return stack_.release(); }

    bool on_document_begin(error_code&) noexcept { return true; }
    bool on_document_end(error_code&) noexcept { return true; }

    bool on_object_begin(error_code& error) noexcept { return enter(error); }
    bool on_array_begin(error_code& error) noexcept { return enter(error); }

    bool on_object_end(std::size_t count, error_code&) {
        ++depth_left_;
        stack_.push_object(count);
        return true;
    }

    bool on_array_end(std::size_t count, error_code&) {
        ++depth_left_;
        stack_.push_array(count);
        return true;
    }

    bool on_key_part(json::string_view part, std::size_t, error_code&) {
        stack_.push_chars(part);
        return true;
    }

    bool on_key(json::string_view part, std::size_t, error_code&) {
        stack_.push_key(part);
        return true;
    }

    bool on_string_part(json::string_view part, std::size_t, error_code&) {
        stack_.push_chars(part);
        return true;
    }

    bool on_string(json::string_view part, std::size_t, error_code&) {
        stack_.push_string(part);
        return true;
    }

    // Only for texts in several pieces; ours come whole, and so do the numbers in them.
    bool on_number_part(json::string_view, error_code&) noexcept { return true; }

    bool on_int64(std::int64_t number, json::string_view, error_code&) {
        stack_.push_int64(number);
        return true;
    }

    // Called for integers above int64 only.
    bool on_uint64(std::uint64_t number, json::string_view, error_code&) {
        stack_.push_double(static_cast<double>(number));
        return true;
    }

    bool on_double(double estimate, json::string_view text, error_code& error) {
        std::optional<double> const number = read_double(text, estimate);
        if (!number) {
            error = json::make_error_code(json::error::exponent_overflow);
            return false;
        }
        stack_.push_double(*number);
        return true;
    }

    bool on_bool(bool value, error_code&) {
        stack_.push_bool(value);
        return true;
    }

    bool on_null(error_code&) {
        stack_.push_null();
        return true;
    }

    bool on_comment_part(json::string_view, error_code&) noexcept { return true; }
    bool on_comment(json::string_view, error_code&) noexcept { return true; }

private:
    bool enter(error_code& error) noexcept {
        if (depth_left_ == 0) {
            error = json::make_error_code(json::error::too_deep);
            return false;
        }
        --depth_left_;
        return true;
    }

    json::value_stack stack_;
    std::size_t depth_left_ = 0;
};

json::parse_options parser_options() noexcept {
    json::parse_options options;
    options.max_depth = depth_max + 1;  // never reached: the builder counts by itself
    return options;
}

std::string_view reason_of(error_code error) noexcept {
    switch (static_cast<json::error>(error.value())) {
        case json::error::incomplete: return "the text ends within a value";
        case json::error::extra_data: return "there is more text after the value";
        case json::error::too_deep: return "containers are nested too deeply";
        case json::error::exponent_overflow: return "number is beyond the range of a double";
        case json::error::illegal_leading_surrogate:
        case json::error::illegal_trailing_surrogate:
        case json::error::expected_utf16_escape: return "unpaired surrogate in a string";
        default: return "syntax error or text that is not UTF-8";
    }
}

class reader {
public:
    reader() : parser_(parser_options()) {}

    boost::system::result<json::value> read(std::string_view text, std::size_t depth_limit,
                                            error_info* info) {
        parser_.reset();
        parser_.handler().reset(depth_limit);
        error_code error;
        std::size_t const consumed = parser_.write_some(false, text.data(), text.size(), error);
        if (!error && consumed < text.size()) {
            error = json::make_error_code(json::error::extra_data);
        }
        if (error) {
            return failure(error, consumed, info);
        }
        return parser_.handler().release();
    }

private:
    static error_code failure(error_code error, std::size_t offset, error_info* info) {
        if (info != nullptr) {
            info->set_offset(offset);
        }
        bool const is_too_deep = error == json::make_error_code(json::error::too_deep);
        return report(info, is_too_deep ? errc::too_deep : errc::invalid_json, reason_of(error));
    }

    json::basic_parser<value_builder> parser_;
};

/// Above this a parser is not kept: it would hold memory in proportion to the largest text.
constexpr std::size_t kept_parser_text_bytes_max = std::size_t{64} * 1024;

}  // namespace

boost::system::result<json::value> read_json(std::string_view text, std::size_t depth_limit,
                                             error_info* info) {
    if (text.size() > kept_parser_text_bytes_max) {
        reader single_use;
        return single_use.read(text, depth_limit, info);
    }
    thread_local reader kept;
    return kept.read(text, depth_limit, info);
}

}  // namespace storh
