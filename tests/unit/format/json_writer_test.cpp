#include "format/json_writer.hpp"

#include "format/json_reader.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

namespace storh {
namespace {

std::string written(json::value const& value) {
    std::string text;
    BOOST_TEST(!append_json(text, value));
    return text;
}

boost::system::error_code error_of(json::value const& value) {
    std::string text;
    return append_json(text, value);
}

json::value nested(std::size_t depth, bool as_objects) {
    json::value value = nullptr;
    for (std::size_t i = 0; i != depth; ++i) {
        json::value outer = as_objects ? json::value(json::object()) : json::value(json::array());
        if (as_objects) {
            outer.get_object().emplace("k", std::move(value));
        } else {
            outer.get_array().push_back(std::move(value));
        }
        value = std::move(outer);
    }
    return value;
}

BOOST_AUTO_TEST_SUITE(json_writer_suite)

BOOST_AUTO_TEST_CASE(values_are_written_compactly_and_in_order) {
    json::value const value = {{"z", 1},
                               {"a", {true, false, nullptr, "x/y", 1.0}},
                               {"", json::object()},
                               {"l", json::array()}};
    BOOST_TEST(written(value) == R"({"z":1,"a":[true,false,null,"x/y",1.0],"":{},"l":[]})");
    BOOST_TEST(written(json::object()) == "{}");
    BOOST_TEST(written(json::array()) == "[]");
    BOOST_TEST(written("a") == "\"a\"");
}

BOOST_AUTO_TEST_CASE(text_is_appended) {
    std::string text = "before ";
    BOOST_TEST(!append_json(text, json::object{{"a", 1}}));
    BOOST_TEST(text == R"(before {"a":1})");
}

BOOST_AUTO_TEST_CASE(integers_are_written_to_both_ends_of_their_range) {
    using limits = std::numeric_limits<std::int64_t>;
    BOOST_TEST(written(limits::min()) == "-9223372036854775808");
    BOOST_TEST(written(limits::max()) == "9223372036854775807");
    BOOST_TEST(written(static_cast<std::uint64_t>(limits::max())) == "9223372036854775807");
    BOOST_TEST(error_of(static_cast<std::uint64_t>(limits::max()) + 1) ==
               make_error_code(errc::invalid_json));
}

BOOST_AUTO_TEST_CASE(numbers_that_json_does_not_have_are_refused) {
    using limits = std::numeric_limits<double>;
    for (double number : {limits::infinity(), -limits::infinity(), limits::quiet_NaN()}) {
        BOOST_TEST(error_of({{"a", {number}}}) == make_error_code(errc::invalid_json));
    }
}

BOOST_AUTO_TEST_CASE(strings_and_names_that_are_not_utf8_are_refused) {
    BOOST_TEST(error_of("\xff") == make_error_code(errc::invalid_json));
    BOOST_TEST(error_of({{"\xff", 1}}) == make_error_code(errc::invalid_json));
}

// PHP accepts 511 and 512 levels in a put, and can then never read the record.
BOOST_AUTO_TEST_CASE(a_document_may_nest_510_levels_so_that_its_file_can_be_read) {
    for (bool as_objects : {false, true}) {
        BOOST_TEST(read_json(written(nested(510, as_objects))).has_value());
        BOOST_TEST(error_of(nested(511, as_objects)) == make_error_code(errc::too_deep));
    }
    json::array wide{nested(509, false), nested(509, true)};
    BOOST_TEST(!error_of(wide));
}

BOOST_AUTO_TEST_CASE(text_is_refused_at_the_first_byte_beyond_the_limit) {
    json::object const object{{"a", "bcd"}, {"e", {1, 2.5, nullptr}}};
    std::size_t const size = written(object).size();
    std::string text;
    BOOST_TEST(!append_json(text, object, size));
    for (std::size_t limit = 0; limit != size; ++limit) {
        text.clear();
        BOOST_TEST(append_json(text, object, limit) == make_error_code(errc::record_too_large));
    }
}

BOOST_AUTO_TEST_CASE(a_large_string_beyond_the_limit_is_not_copied) {
    std::string text;
    json::value const value(std::string(10000000, 'x'));
    BOOST_TEST(append_json(text, value, 1000) == make_error_code(errc::record_too_large));
    BOOST_TEST(text.capacity() < 10000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
