#include "format/jsonc.hpp"

#include "format/json_writer.hpp"
#include "support/fixtures.hpp"
#include "support/php_view.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

namespace storh {
namespace {

boost::system::error_code error_of(std::string_view text) {
    return read_jsonc(text).error();
}

std::string read_and_written(std::string_view text) {
    std::string out;
    BOOST_TEST(!append_json(out, read_jsonc(text).value()));
    return out;
}

std::string as_php_text(json::object const& object) {
    std::string out;
    BOOST_TEST(!append_json(out, test::as_php(object)));
    return out;
}

BOOST_AUTO_TEST_SUITE(jsonc_suite)

BOOST_AUTO_TEST_CASE(documents_are_read_as_by_storh_for_php) {
    // PHP accepts these and reads what nobody wrote: see the head of jsonc.hpp, and json_reader.hpp
    // for the infinity.
    std::set<std::string> const refused_by_us{
        "cases/19-slash-star-slash.jsonc",            // the comment never ends
        "cases/20-comment-splits-number.jsonc",       // 1/**/2 would be 12
        "cases/22-comment-splits-keyword.jsonc",      // tr/**/ue would be true
        "cases/25-lone-comma-in-object.jsonc",        // {,}
        "cases/70-number-overflow-to-infinity.jsonc"  // 1e400
    };
    json::value const expected = test::read_json_fixture("storh-0.5.0/jsonc-inputs/expected.json");
    BOOST_TEST(expected.at("cases").as_array().size() == 54U);
    for (json::value const& input : expected.at("cases").as_array()) {
        std::string const file = test::text_of(input, "file");
        json::value const& outcome = input.at("decode_object");
        auto const object = read_jsonc(test::read_fixture("storh-0.5.0/jsonc-inputs/" + file));
        bool const accepted = outcome.at("accepted").as_bool() && refused_by_us.count(file) == 0;
        BOOST_TEST(object.has_value() == accepted, file);
        if (object && accepted) {
            BOOST_TEST(as_php_text(*object) == test::text_of(outcome, "value_json"), file);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_comment_separates_tokens) {
    for (std::string_view text : {R"({"a":1/**/2})", R"({"a":1/* */2})", R"({"a":tr/**/ue})",
                                  R"({"a":-/**/1})", R"({"a":1/**/.5})", "{\"a\":1//\n2}"}) {
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
}

BOOST_AUTO_TEST_CASE(a_comment_has_to_end) {
    for (std::string_view text :
         {R"({"a":1} /* open)", R"({"a":1}/*/)", R"({"a":1}/*)", R"(/* {})"}) {
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
    BOOST_TEST(read_and_written("{\"a\":1} // open") == R"({"a":1})");
}

BOOST_AUTO_TEST_CASE(one_comma_may_follow_the_last_value) {
    BOOST_TEST(read_and_written(R"({"a":[1,2,],"b":{"c":"]",},"d":["}",],})") ==
               R"({"a":[1,2],"b":{"c":"]"},"d":["}"]})");
    BOOST_TEST(read_and_written("{\"a\":[1,/* c */ \n // d\n],}") == R"({"a":[1]})");
    BOOST_TEST(read_and_written(R"({"a":[[],{},],})") == R"({"a":[[],{}]})");
}

BOOST_AUTO_TEST_CASE(a_comma_that_follows_no_value_is_refused) {
    for (std::string_view text :
         {R"({"a":[,]})", R"({,})", R"({"a":[1,,]})", R"({"a":,})", R"({"a":[,1]})", R"({"a":1,,})",
          R"({"a":[/**/,]})", R"({},)", R"(,{})", R"({"a",})"}) {
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
}

BOOST_AUTO_TEST_CASE(comment_signs_and_commas_in_strings_are_text) {
    std::string const text = R"({"a":"// x","b":"/* y */","c":",}","d":"\\","e":"\"//,]","f":"/"})";
    BOOST_TEST(read_and_written(text + "//") == text);
}

BOOST_AUTO_TEST_CASE(comments_may_hold_any_bytes_and_stand_between_all_tokens) {
    BOOST_TEST(
        read_and_written("/*\xff*/{//\xc3\r\"a\"/*\"*/:/**/[/*,*/1/*]*/,/**/2/***/]/*}*/}//") ==
        R"({"a":[1,2]})");
}

BOOST_AUTO_TEST_CASE(nul_and_vertical_tab_are_trimmed_around_the_object_only) {
    BOOST_TEST(read_and_written(std::string_view("\0\x0b {} \x0b\0", 8)) == "{}");
    BOOST_TEST(error_of("{\"a\":\x0b 1}") == make_error_code(errc::invalid_json));
    BOOST_TEST(error_of("\f{}") == make_error_code(errc::invalid_json));
    BOOST_TEST(error_of("\xef\xbb\xbf{}") == make_error_code(errc::invalid_json));
}

BOOST_AUTO_TEST_CASE(what_is_no_object_is_refused) {
    for (std::string_view text :
         {"", " ", "\n", "// c", "1", "null", "\"x\"", "[]", "[{}]", "{} {}"}) {
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
}

BOOST_AUTO_TEST_CASE(an_integer_as_a_name_at_the_top_is_refused_as_by_storh_for_php) {
    for (std::string_view name : {"0", "5", "-3", "9223372036854775807", "-9223372036854775808"}) {
        std::string const text = "{\"" + std::string(name) + "\":1}";
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
        BOOST_TEST(read_jsonc("{\"a\":" + text + "}").has_value(), text);
    }
    for (std::string_view name :
         {"", "-", "-0", "007", "1.5", "1a", "+1", " 1", "9223372036854775808"}) {
        BOOST_TEST(read_jsonc("{\"" + std::string(name) + "\":1}").has_value(), name);
    }
}

BOOST_AUTO_TEST_CASE(depth_is_limited_as_in_strict_json) {
    std::string const inner = std::string(510, '[') + std::string(510, ']');
    BOOST_TEST(read_jsonc("{\"a\":" + inner + ",}").has_value());
    BOOST_TEST(error_of("{\"a\":[" + inner + "],}") == make_error_code(errc::too_deep));
}

BOOST_AUTO_TEST_CASE(offsets_are_those_of_the_text_as_it_was_given) {
    error_info info;
    BOOST_TEST(!read_jsonc("\n\n/* c */ {\"a\": x}", &info).has_value());
    BOOST_TEST(info.offset().value() == 16U);
    BOOST_TEST(!read_jsonc("{} /* c", &info).has_value());
    BOOST_TEST(info.offset().value() == 3U);
    BOOST_TEST(info.detail() == "the comment never ends");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
