#include "format/json_reader.hpp"

#include "support/fixtures.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <bit>
#include <string>
#include <thread>

namespace storh {
namespace {

boost::system::error_code error_of(std::string_view text) {
    return read_json(text).error();
}

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

std::uint64_t bits_of(json::value const& value) {
    return std::bit_cast<std::uint64_t>(value.as_double());
}

void check_number(json::value const& vector) {
    std::string const text = test::text_of(vector, "text");
    std::string const type = test::text_of(vector, "type");
    auto const value = read_json(text);
    // PHP reads infinity, which it can never write again.
    if (type == "float" && vector.at("json").is_null()) {
        BOOST_TEST(value.error() == make_error_code(errc::invalid_json), text);
        return;
    }
    BOOST_REQUIRE_MESSAGE(value.has_value(), text);
    if (type == "float") {
        BOOST_TEST(bits_of(*value) == std::stoull(test::text_of(vector, "bits"), nullptr, 16),
                   text);
    } else if (type == "int") {
        BOOST_TEST(value->as_int64() == std::stoll(test::text_of(vector, "json")), text);
    } else {
        BOOST_TEST((*value == json::parse(test::text_of(vector, "json"))), text);
    }
}

BOOST_AUTO_TEST_SUITE(json_reader_suite)

BOOST_AUTO_TEST_CASE(numbers_and_literals_are_read_as_by_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/numbers.json");
    for (json::value const& vector : vectors.at("decode").as_array()) {
        if (vector.as_object().contains("error")) {
            std::string const text = test::text_of(vector, "text");
            BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
        } else {
            check_number(vector);
        }
    }
    for (json::value const& vector : vectors.at("ints").as_array()) {
        std::string const text = test::text_of(vector, "json");
        BOOST_TEST(read_json(text).value().as_int64() == std::stoll(text));
    }
}

BOOST_AUTO_TEST_CASE(doubles_are_exact_also_within_a_document) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/numbers.json");
    for (json::value const& vector : vectors.at("doubles").as_array()) {
        // Long enough for the parser's fast path, which looks ahead 33 bytes.
        std::string const text =
            "[" + test::text_of(vector, "json") + R"(,"padding padding padding padding"])";
        std::uint64_t const bits = std::stoull(test::text_of(vector, "bits"), nullptr, 16);
        BOOST_TEST(bits_of(read_json(text).value().at(0)) == bits, text);
    }
}

BOOST_AUTO_TEST_CASE(numbers_that_are_no_json_are_refused_also_within_a_document) {
    for (std::string_view number :
         {"01", "-01", "-", "+1", "1.", ".5", "1e", "1e+", "-x", "0x1", "1.e5"}) {
        std::string const text =
            "[" + std::string(number) + R"(,"padding padding padding padding"])";
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
}

// PHP reads these as infinity and as zero. No writer makes them, and Boost.JSON's parser, which
// keeps the exponent in an int, cannot go on after them.
BOOST_AUTO_TEST_CASE(numbers_with_exponents_beyond_32_bits_are_refused) {
    BOOST_TEST(error_of("1e99999999999") == make_error_code(errc::invalid_json));
    BOOST_TEST(error_of("1e-99999999999") == make_error_code(errc::invalid_json));
}

BOOST_AUTO_TEST_CASE(a_repeated_member_has_the_last_value_at_the_first_place) {
    json::value const value = read_json(R"({"a":1,"b":2,"a":3,"c":4,"b":{}})").value();
    BOOST_TEST(json::serialize(value) == R"({"a":3,"b":{},"c":4})");
    // Objects with more members than Boost.JSON keeps in a list.
    std::string text = "{";
    for (int i = 0; i != 100; ++i) {
        text += "\"k" + std::to_string(i % 50) + "\":" + std::to_string(i) + ",";
    }
    text.back() = '}';
    json::object const large = read_json(text).value().as_object();
    BOOST_TEST(large.size() == 50U);
    BOOST_TEST((large.begin()->key() == "k0"));
    BOOST_TEST(large.begin()->value().as_int64() == 50);
    BOOST_TEST((std::prev(large.end())->key() == "k49"));
}

BOOST_AUTO_TEST_CASE(members_with_empty_names_and_nul_characters_are_read) {
    json::object const object = read_json(R"({"":{"":1},"\u0000k":"\u0000"})").value().as_object();
    BOOST_TEST(object.at("").at("").as_int64() == 1);
    BOOST_TEST((object.at(json::string_view("\0k", 2)).as_string() == json::string_view("\0", 1)));
}

BOOST_AUTO_TEST_CASE(surrogates_count_in_pairs_only) {
    BOOST_TEST((read_json(R"("\ud83d\ude00")").value().as_string() == "\xf0\x9f\x98\x80"));
    for (std::string_view text : {R"("\ud83d")", R"("\ude00")", R"("\ud83dx")", R"("\ud83d\n")",
                                  R"("\ud83d\u0041")", R"("\ud83d\ud83d")", R"({"\ud83d":1})"}) {
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
}

BOOST_AUTO_TEST_CASE(strings_that_are_not_utf8_are_refused) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/keys.json");
    for (json::value const& vector : vectors.at("invalid_utf8").as_array()) {
        std::string const bytes = test::bytes_of_hex(test::text_of(vector, "hex"));
        BOOST_TEST(error_of("\"" + bytes + "\"") == make_error_code(errc::invalid_json));
        BOOST_TEST(error_of("{\"" + bytes + "\":1}") == make_error_code(errc::invalid_json));
    }
    for (std::string_view bytes :
         {"\"\xe0\x9f\xbf\"", "\"\xed\xbf\xbf\"", "\"\xf0\x8f\xbf\xbf\"", "\"\xf5\x80\x80\x80\"",
          "\"\xc2\"", "\"\xe1\x80\"", "\"\x80\""}) {
        BOOST_TEST(error_of(bytes) == make_error_code(errc::invalid_json));
    }
}

BOOST_AUTO_TEST_CASE(text_that_is_no_json_is_refused) {
    for (std::string_view text : {"",
                                  " ",
                                  "{",
                                  "[1",
                                  "[1,]",
                                  "{\"a\":1,}",
                                  "[,]",
                                  "{a:1}",
                                  "'a'",
                                  "nul",
                                  "TRUE",
                                  "NaN",
                                  "[1] x",
                                  "[1][2]",
                                  "// c\n1",
                                  "1 /* c */",
                                  "\xef\xbb\xbf{}",
                                  "\"\x01\"",
                                  "\"a\nb\"",
                                  "\"\\x41\"",
                                  "\"\\u12\"",
                                  "\f1",
                                  "\v1",
                                  "{\"a\" 1}",
                                  "{\"a\":}",
                                  "[1 2]",
                                  "\"a"}) {
        BOOST_TEST(error_of(text) == make_error_code(errc::invalid_json), text);
    }
    BOOST_TEST(error_of(std::string_view("1\0", 2)) == make_error_code(errc::invalid_json));
}

BOOST_AUTO_TEST_CASE(white_space_and_escapes_are_read) {
    json::value const value =
        read_json(" \t\r\n[ 1 , \"\\/\\b\\f\\n\\r\\t\\\"\\\\\\u0041\" ] \n").value();
    BOOST_TEST((value.at(1).as_string() == "/\b\f\n\r\t\"\\A"));
}

BOOST_AUTO_TEST_CASE(containers_may_nest_511_levels_and_no_more) {
    BOOST_TEST(read_json(nested(511)).has_value());
    BOOST_TEST(error_of(nested(512)) == make_error_code(errc::too_deep));
    BOOST_TEST(error_of(std::string(100000, '[')) == make_error_code(errc::too_deep));
    // Containers beside each other do not add up.
    BOOST_TEST(read_json("[" + nested(510) + "," + nested(510) + "]").has_value());
    BOOST_TEST(read_json(nested(3), 3).has_value());
    BOOST_TEST(read_json(nested(4), 3).error() == make_error_code(errc::too_deep));
}

BOOST_AUTO_TEST_CASE(an_error_says_where_and_why) {
    error_info info;
    BOOST_TEST(!read_json("{\"a\": x}", depth_max, &info).has_value());
    BOOST_TEST(info.offset().value() == 6U);
    BOOST_TEST(info.detail() == "syntax error or text that is not UTF-8");
    BOOST_TEST(!read_json("{} {}", depth_max, &info).has_value());
    BOOST_TEST(info.offset().value() == 3U);
    BOOST_TEST(info.detail() == "there is more text after the value");
    BOOST_TEST(!read_json("[1, ", depth_max, &info).has_value());
    BOOST_TEST(info.detail() == "the text ends within a value");
    BOOST_TEST(!read_json("[1e400]", depth_max, &info).has_value());
    BOOST_TEST(info.detail() == "number is beyond the range of a double");
    BOOST_TEST(!read_json("[[]]", 1, &info).has_value());
    BOOST_TEST(info.detail() == "containers are nested too deeply");
    BOOST_TEST(!read_json(R"(["\ude00"])", depth_max, &info).has_value());
    BOOST_TEST(info.detail() == "unpaired surrogate in a string");
}

BOOST_AUTO_TEST_CASE(a_reader_that_failed_reads_the_next_text) {
    BOOST_TEST(!read_json(R"({"a":[1,"partial)").has_value());
    BOOST_TEST(read_json(R"({"a":1})").value().at("a").as_int64() == 1);
}

BOOST_AUTO_TEST_CASE(texts_too_large_for_the_kept_parser_are_read) {
    std::string const text = "[\"" + std::string(300000, 'x') + "\",1.5]";
    json::value const value = read_json(text).value();
    BOOST_TEST(value.at(0).as_string().size() == 300000U);
    BOOST_TEST(value.at(1).as_double() == 1.5);
}

BOOST_AUTO_TEST_CASE(a_value_outlives_the_thread_that_read_it) {
    json::value value;
    std::thread([&value] {
        value = read_json(R"({"text":"longer than a small string is"})").value();
    }).join();
    BOOST_TEST((value.at("text").as_string() == "longer than a small string is"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
