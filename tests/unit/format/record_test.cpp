#include <storh/record.hpp>

#include <storh/error.hpp>

#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

namespace storh {
namespace {

uuid_v7 const home = uuid_v7::parse("018bcfe5-6800-7001-8000-9e3779b97f4a").value();

BOOST_AUTO_TEST_SUITE(record_suite)

BOOST_AUTO_TEST_CASE(a_line_is_the_record_file_without_its_line_feed) {
    record const row(home, {{"a", 1}});
    BOOST_TEST(row.to_line() == R"({"id":"018bcfe5-6800-7001-8000-9e3779b97f4a","data":{"a":1}})");
}

BOOST_AUTO_TEST_CASE(a_document_that_cannot_be_written_throws) {
    record const row(home, {{"a", "\xff"}});
    BOOST_CHECK_EXCEPTION((void)row.to_line(), boost::system::system_error, [](auto const& error) {
        return error.code() == make_error_code(errc::invalid_json);
    });
}

BOOST_AUTO_TEST_CASE(the_document_can_be_moved_out) {
    record row(home, {{"a", 1}}, record_tag());
    json::object const data = std::move(row).data();
    BOOST_TEST(data.size() == 1U);
    BOOST_TEST(row.data().empty());
}

BOOST_AUTO_TEST_CASE(a_default_constructed_record_is_empty) {
    BOOST_TEST(record().id().is_nil());
    BOOST_TEST(record().data().empty());
    BOOST_TEST(record().tag() == record_tag());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
