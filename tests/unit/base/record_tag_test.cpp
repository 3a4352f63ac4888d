#include <storh/record_tag.hpp>

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace storh {
namespace {

constexpr std::string_view digits = "99aa06d3014798d86001c324468d497f";

BOOST_AUTO_TEST_SUITE(record_tag_suite)

BOOST_AUTO_TEST_CASE(text_is_32_lower_case_digits_and_reads_back) {
    record_tag const tag = record_tag::parse(digits).value();
    BOOST_TEST(tag.to_string() == digits);
    BOOST_TEST(tag.bytes()[0] == 0x99);
    BOOST_TEST(tag == record_tag::parse("99AA06D3014798D86001C324468D497F").value());
    BOOST_TEST(tag != record_tag());
    std::ostringstream out;
    out << tag;
    BOOST_TEST(out.str() == digits);
}

BOOST_AUTO_TEST_CASE(anything_else_is_refused) {
    for (std::string_view text :
         {"", "99", "99aa06d3014798d86001c324468d497", "99aa06d3014798d86001c324468d497f0",
          "g9aa06d3014798d86001c324468d497f", "99aa06d3014798d86001c324468d497 "}) {
        BOOST_TEST(record_tag::parse(text).error() == make_error_code(errc::invalid_tag), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
