#include <storh/json.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(json_suite)

BOOST_AUTO_TEST_CASE(a_document_reads_and_writes_as_it_is_stored) {
    std::string const text = R"({"a":1,"b":1.0,"c":[{}],"d":"é/"})";
    json::object const document = parse_document(" " + text + "\n").value();
    BOOST_TEST(to_json(document).value() == text);
}

BOOST_AUTO_TEST_CASE(a_document_has_to_be_an_object) {
    for (std::string_view text : {"[]", "1", "null", "\"x\""}) {
        error_info info;
        BOOST_TEST(parse_document(text, &info).error() == make_error_code(errc::invalid_json));
        BOOST_TEST(info.detail() == "a document has to be an object");
    }
}

BOOST_AUTO_TEST_CASE(an_error_in_the_text_has_its_offset) {
    error_info info;
    BOOST_TEST(parse_document("{\"a\":}", &info).error() == make_error_code(errc::invalid_json));
    BOOST_TEST(info.offset().value() == 5U);
}

BOOST_AUTO_TEST_CASE(a_document_that_is_accepted_can_be_stored) {
    std::string const inner = std::string(509, '[') + std::string(509, ']');
    BOOST_TEST(to_json(parse_document("{\"a\":" + inner + "}").value()).has_value());
    BOOST_TEST(parse_document("{\"a\":[" + inner + "]}").error() ==
               make_error_code(errc::too_deep));
}

BOOST_AUTO_TEST_CASE(a_value_that_json_does_not_have_is_refused) {
    BOOST_TEST(to_json(json::value("\xff")).error() == make_error_code(errc::invalid_json));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
