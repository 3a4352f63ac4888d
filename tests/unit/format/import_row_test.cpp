#include "format/import_row.hpp"

#include "format/record_file.hpp"
#include "support/fixtures.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace storh {
namespace {

std::string const id_text = "018bcfe5-6be8-7001-8000-9e3779b97f4a";

boost::system::error_code error_of(std::string_view line) {
    return parse_import_row(line).error();
}

/// What a line says, as one text: how it is stored and the data, or the error.
std::string told(std::string_view line) {
    auto const row = parse_import_row(line);
    if (!row) {
        return "refused: " + row.error().message();
    }
    if (!*row) {
        return "nothing";
    }
    std::string const data = json::serialize((*row)->data);
    if (!(*row)->id) {
        return "document " + data;
    }
    return ((*row)->verbatim ? "line of " : "record ") + (*row)->id->to_string() + " " + data;
}

BOOST_AUTO_TEST_SUITE(import_row_suite)

BOOST_AUTO_TEST_CASE(an_id_and_data_are_a_record_whose_file_is_the_line) {
    std::string const line = R"(  {"data": {"b" : 2.50} , "id":")" + id_text + "\"} \r\n";
    auto const row = parse_import_row(line).value();
    BOOST_TEST(row->verbatim);
    BOOST_TEST(row->id.value().to_string() == id_text);
    BOOST_TEST(row->data.at("b").as_double() == 2.5);
    std::string const file = std::string(trim_line_end(line)) + "\n";
    BOOST_TEST((decode_record(*row->id, file).value() == row->data));
}

BOOST_AUTO_TEST_CASE(any_other_object_is_a_document_with_all_its_members) {
    BOOST_TEST(told(R"({"title":"bare"})") == R"(document {"title":"bare"})");
    BOOST_TEST(told("{}") == "document {}");
    for (std::string const& line :
         {R"({"id":")" + id_text + R"("})", R"({"id":")" + id_text + R"(","data":{},"x":1})",
          R"({"id":")" + id_text + R"(","data":"text"})", std::string(R"({"data":{"a":1}})"),
          std::string(R"({"id":7,"data":{"a":1}})"), std::string(R"({"id":"x","title":"t"})"),
          std::string(R"({"id":"not-a-uuid","data":{},"x":1})")}) {
        BOOST_TEST(told(line) == "document " + line);
    }
}

BOOST_AUTO_TEST_CASE(an_empty_list_of_data_is_an_empty_record) {
    BOOST_TEST(told("{\"id\":\"" + id_text + "\",\"data\":[]}") == "line of " + id_text + " {}");
}

BOOST_AUTO_TEST_CASE(an_id_in_upper_case_is_stored_in_lower_case) {
    BOOST_TEST(told(R"({"id":"018BCFE5-6BE8-7001-8000-9E3779B97F4A","data":{}})") ==
               "record " + id_text + " {}");
}

BOOST_AUTO_TEST_CASE(what_is_nearly_a_record_is_refused_and_not_stored_as_something_else) {
    BOOST_TEST(error_of(R"({"id":"not-a-uuid","data":{}})") == make_error_code(errc::invalid_id));
    BOOST_TEST(error_of(R"({"id":"","data":[1]})") == make_error_code(errc::invalid_id));
    BOOST_TEST(error_of("{\"id\":\"" + id_text + "\",\"data\":[1]}") ==
               make_error_code(errc::unsupported_record));
}

BOOST_AUTO_TEST_CASE(lines_of_white_space_are_no_rows) {
    for (std::string_view line : {"", "\n", "\r\n", "   ", " \t \r\n", "\x0b"}) {
        BOOST_TEST(told(line) == "nothing");
    }
}

BOOST_AUTO_TEST_CASE(lists_and_scalars_are_refused) {
    for (std::string_view line : {"[]", "[1,2]", "1", "\"x\"", "null", "true"}) {
        BOOST_TEST(error_of(line) == make_error_code(errc::invalid_row), line);
    }
}

BOOST_AUTO_TEST_CASE(text_that_is_not_strict_json_is_refused_with_its_place) {
    for (std::string_view line : {"{bad", "// c", "{\"a\":1} // c", "\xef\xbb\xbf{\"a\":1}",
                                  "{\"a\":\"\xff\"}", "{\"a\":1,}", "{\"a\":1}{\"b\":2}"}) {
        error_info info;
        BOOST_TEST(parse_import_row(line, &info).error() == make_error_code(errc::invalid_json),
                   line);
        BOOST_TEST(info.offset().has_value());
    }
    BOOST_TEST(error_of("{\"a\":" + std::string(511, '[') + std::string(511, ']') + "}") ==
               make_error_code(errc::too_deep));
}

// The whole golden import file, line by line. `same` lines do what PHP does.
BOOST_AUTO_TEST_CASE(golden_lines_are_stored_as_by_storh_for_php_or_differ_as_listed) {
    std::string const same = "same";
    std::vector<std::string> const expected{
        same,
        same,
        // PHP: stored under the id, `extra` dropped.
        R"(document {"id":"018bcfe5-73b8-7003-8000-daa66d2c7dde","data":{"c":1},"extra":true})",
        R"(document {"title":"bare"})",
        // PHP: stored under the id, which stands in the data as well.
        R"(document {"id":"018bcfe5-77a0-7004-8000-78dde6e5fd28","title":"id in bare"})",
        "nothing",
        "nothing",
        // PHP: drops the member named by an integer.
        R"(document {"0":"x","k":1})",
        same,
        same,
        // PHP: an empty record.
        "refused: line is not a JSON object",
        R"(document {})",
        // PHP: only what is in `data`.
        R"(document {"data":{"only":1}})",
        R"(document {"id":7,"data":{"n":1}})",
        same,
        R"(document {"id":null,"data":{"n":2}})",
        same,
    };
    json::value const golden =
        test::read_json_fixture("storh-0.5.0/vectors/jsonl-import/expected.json");
    std::map<std::string, std::string> files;
    for (json::value const& record : golden.at("records").as_array()) {
        files[test::text_of(record, "id")] = test::text_of(record, "file");
    }
    std::istringstream input(test::read_fixture("storh-0.5.0/vectors/jsonl-import/input.jsonl"));
    std::map<std::string, std::string> last_lines;
    std::size_t count = 0;
    for (std::string line; std::getline(input, line); ++count) {
        BOOST_REQUIRE(count < expected.size());
        if (expected[count] != same) {
            BOOST_TEST(told(line) == expected[count]);
            continue;
        }
        auto const row = parse_import_row(line).value();
        BOOST_REQUIRE_MESSAGE((row && row->id && row->verbatim), line);
        last_lines[row->id->to_string()] = std::string(trim_line_end(line)) + "\n";
    }
    BOOST_TEST(count == expected.size());
    for (auto const& [id, file] : last_lines) {
        BOOST_TEST(file == files.at(id));
    }
}

BOOST_AUTO_TEST_CASE(golden_bad_lines_are_refused) {
    json::value const golden =
        test::read_json_fixture("storh-0.5.0/vectors/jsonl-import/expected.json");
    for (json::value const& bad : golden.at("second_of_three_lines_is_bad").as_array()) {
        std::string const line = test::bytes_of_hex(test::text_of(bad, "second_line_hex"));
        BOOST_TEST(!parse_import_row(line).has_value(), line);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
