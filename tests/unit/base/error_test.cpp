#include <storh/error.hpp>

#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

namespace storh {
namespace {

BOOST_AUTO_TEST_SUITE(error_suite)

BOOST_AUTO_TEST_CASE(every_code_has_a_message_of_its_own) {
    std::set<std::string> messages;
    int code = 1;
    for (;; ++code) {
        std::string const message = storh_category().message(code);
        if (message == "unknown storh error") {
            break;
        }
        BOOST_TEST(messages.insert(message).second, message);
    }
    BOOST_TEST(code > static_cast<int>(errc::invalid_tag));
}

BOOST_AUTO_TEST_CASE(a_code_converts_to_an_error_code_of_the_storh_category) {
    boost::system::error_code const error = errc::conflict;
    BOOST_TEST(error.failed());
    BOOST_TEST(error == make_error_code(errc::conflict));
    BOOST_TEST(error.category().name() == std::string("storh"));
    BOOST_TEST((error.category() == storh_category()));
    BOOST_TEST(error.value() == 10);
}

BOOST_AUTO_TEST_CASE(a_message_can_be_had_without_allocation) {
    char buffer[8];
    char const* const text = storh_category().message(1, buffer, sizeof buffer);
    BOOST_TEST(text == std::string("not a UUIDv7"));
}

BOOST_AUTO_TEST_CASE(an_empty_info_gives_an_empty_line) {
    BOOST_TEST(error_info().to_string() == "");
}

BOOST_AUTO_TEST_CASE(an_info_says_in_one_line_what_it_knows) {
    error_info info;
    info.set_detail("the text ends within a value");
    BOOST_TEST(info.to_string() == "the text ends within a value");
    info.set_line(12);
    BOOST_TEST(info.to_string() == "line 12: the text ends within a value");
    info.set_path("rows.jsonl");
    info.set_offset(17);
    BOOST_TEST(info.to_string() == "rows.jsonl:12: the text ends within a value (byte 17)");
    info.set_id(uuid_v7::parse("018bcfe5-6800-7000-8000-000000000000").value());
    info.set_present_tag(record_tag());
    BOOST_TEST(info.to_string() ==
               "rows.jsonl:12: the text ends within a value (byte 17, "
               "id 018bcfe5-6800-7000-8000-000000000000, "
               "present tag 00000000000000000000000000000000)");
}

BOOST_AUTO_TEST_CASE(clearing_an_info_forgets_everything) {
    error_info info;
    info.set_path("a");
    info.set_detail("b");
    info.set_id(uuid_v7());
    info.set_line(1);
    info.set_offset(2);
    info.set_present_tag(record_tag());
    info.clear();
    BOOST_TEST(info.to_string() == "");
    BOOST_TEST(!info.id());
    BOOST_TEST(!info.offset());
    BOOST_TEST(!info.present_tag());
    BOOST_TEST(info.line() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
