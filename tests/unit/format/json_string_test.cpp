#include "format/json_string.hpp"

#include "support/fixtures.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <optional>
#include <string>

namespace storh {
namespace {

std::optional<std::string> written(std::string_view text) {
    std::string out;
    text_sink sink(out);
    bool const is_utf8 = append_json_string(sink, text);
    sink.finish();
    return is_utf8 ? std::optional<std::string>(out) : std::nullopt;
}

/// What has to become of an ASCII character, said in the plainest way.
std::string escaped(char byte) {
    switch (byte) {
        case '"': return "\\\"";
        case '\\': return "\\\\";
        case '\b': return "\\b";
        case '\f': return "\\f";
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        default: break;
    }
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(byte));
    return byte < 0x20 ? text : std::string(1, byte);
}

BOOST_AUTO_TEST_SUITE(json_string_suite)

BOOST_AUTO_TEST_CASE(strings_are_written_as_by_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/keys.json");
    for (json::value const& vector : vectors.at("strings_and_literals").as_array()) {
        if (vector.as_object().contains("hex")) {
            std::string const text = test::bytes_of_hex(test::text_of(vector, "hex"));
            BOOST_TEST(written(text).value() == test::text_of(vector, "json"));
        }
    }
}

BOOST_AUTO_TEST_CASE(text_that_storh_for_php_refuses_to_write_is_refused) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/keys.json");
    for (json::value const& vector : vectors.at("invalid_utf8").as_array()) {
        std::string const hex = test::text_of(vector, "hex");
        BOOST_TEST(!written(test::bytes_of_hex(hex)), hex);
    }
}

// The fast path looks at words, so a special character has to be found at every place of one.
BOOST_AUTO_TEST_CASE(every_ascii_character_is_escaped_at_every_place_of_a_short_text) {
    for (std::size_t length = 1; length != 20; ++length) {
        for (std::size_t place = 0; place != length; ++place) {
            for (int code = 0; code != 0x80; ++code) {
                std::string text(length, 'x');
                text[place] = static_cast<char>(code);
                std::string expected = "\"" + std::string(place, 'x');
                expected += escaped(static_cast<char>(code));
                expected += std::string(length - place - 1, 'x') + "\"";
                if (written(text) != expected) {
                    BOOST_TEST(false, "code " << code << " at " << place << " of " << length);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(characters_at_the_ends_of_each_utf8_length_are_copied) {
    for (std::string const& text :
         {std::string("\x7f"), std::string("\xc2\x80"), std::string("\xdf\xbf"),
          std::string("\xe0\xa0\x80"), std::string("\xed\x9f\xbf"), std::string("\xee\x80\x80"),
          std::string("\xef\xbf\xbf"), std::string("\xf0\x90\x80\x80"),
          std::string("\xf4\x8f\xbf\xbf"), std::string("\xe2\x80\xa7"),
          std::string("\xe2\x80\xaa")}) {
        BOOST_TEST(written(text).value() == "\"" + text + "\"");
    }
}

BOOST_AUTO_TEST_CASE(forms_that_are_not_utf8_are_refused_wherever_they_stand) {
    for (std::string const& bytes :
         {std::string("\x80"), std::string("\xbf"), std::string("\xc1\xbf"), std::string("\xc2"),
          std::string("\xc2\x7f"), std::string("\xe0\x9f\xbf"), std::string("\xe1\x80"),
          std::string("\xed\xa0\x80"), std::string("\xed\xbf\xbf"), std::string("\xe1\x80\xc0"),
          std::string("\xf0\x8f\xbf\xbf"), std::string("\xf4\x90\x80\x80"),
          std::string("\xf5\x80\x80\x80"), std::string("\xf1\x80\x80"), std::string("\xff"),
          std::string("\xf1\x80\x80\x7f"), std::string("\xf1\x80\x7f\x80")}) {
        BOOST_TEST(!written(bytes));
        BOOST_TEST(!written("abcdefghij" + bytes));
        BOOST_TEST(!written(bytes + "abcdefghij"));
        BOOST_TEST(!written("\n\xc3\xa9" + bytes + "\""));
    }
}

BOOST_AUTO_TEST_CASE(line_separators_are_escaped_between_other_characters) {
    BOOST_TEST(written("a\xe2\x80\xa8\xc3\xa9\xe2\x80\xa9z").value() ==
               "\"a\\u2028\xc3\xa9\\u2029z\"");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
