#include "finding_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

namespace storh::tool {
namespace {

finding damaged() {
    finding found(finding_kind::corrupt_record, "root/pages/data/ab/x.jsonc");
    found.id = uuid_v7::parse("01890a5d-ac96-774b-bcce-b302099a8057").value();
    found.error = errc::corrupt_record;
    found.offset = 7;
    found.detail = "the text ends";
    return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(finding_text_suite)

BOOST_AUTO_TEST_CASE(a_finding_is_kind_path_and_reason) {
    finding found = damaged();
    BOOST_TEST(finding_line(found) ==
               "corrupt_record  root/pages/data/ab/x.jsonc  the text ends (byte 7)\n");
    found.detail.clear();
    found.offset.reset();
    found.moved_to = "y";
    BOOST_TEST(finding_line(found) == "corrupt_record  root/pages/data/ab/x.jsonc  " +
                                          found.error.message() + "  moved to y\n");
    BOOST_TEST(finding_line(finding(finding_kind::foreign_file, "a")) == "foreign_file  a\n");
}

BOOST_AUTO_TEST_CASE(a_finding_is_one_line_and_valid_json_whatever_its_path) {
    finding found = damaged();
    found.path = "a\nb\x1b[2J\xff\"";
    BOOST_TEST(finding_line(found) == "corrupt_record  a?b?[2J\xff\"  the text ends (byte 7)\n");
    json::object const shown = json::parse(finding_json(found)).as_object();
    BOOST_TEST(shown.at("path").as_string() == "a\nb\x1b[2J?\"");
    found.path = "gr\xc3\xbcn";
    BOOST_TEST(json::parse(finding_json(found)).at("path").as_string() == "gr\xc3\xbcn");
}

BOOST_AUTO_TEST_CASE(json_has_what_is_known) {
    json::object const shown = json::parse(finding_json(damaged())).as_object();
    BOOST_TEST(shown.at("kind").as_string() == "corrupt_record");
    BOOST_TEST(shown.at("id").as_string() == "01890a5d-ac96-774b-bcce-b302099a8057");
    BOOST_TEST(shown.at("offset").as_int64() == 7);
    BOOST_TEST(!shown.contains("moved_to"));
    BOOST_TEST(finding_json(finding(finding_kind::foreign_file, "a")) ==
               "{\"kind\":\"foreign_file\",\"path\":\"a\"}\n");
}

BOOST_AUTO_TEST_CASE(a_summary_names_only_what_there_is) {
    verify_report report;
    report.records = 1;
    BOOST_TEST(summary_line(report, 0.5) == "1 record is sound in 0.500 s\n");
    report.records = 1200;
    report.add(damaged());
    report.add(finding(finding_kind::foreign_file, "a"));
    report.add(finding(finding_kind::stale_marker, "b"));
    BOOST_TEST(summary_line(report, 0.5) ==
               "1,200 records are sound, 1 damaged file, 2 harmless findings in 0.500 s\n");
}

BOOST_AUTO_TEST_CASE(damage_that_was_not_moved_is_left) {
    repair_report report;
    report.add(damaged());
    report.add(finding(finding_kind::wrong_bucket, "a"));
    report.add(finding(finding_kind::unreadable_record, "b"));
    report.quarantined = 1;
    report.rehomed = 1;
    BOOST_TEST(damage_left(report) == 1U);
    BOOST_TEST(repair_line(report).starts_with("1 damaged file left in place; "));
    BOOST_TEST(summary_object(report, 0).at("damage_left").to_number<int>() == 1);
    report.quarantined = 2;
    BOOST_TEST(damage_left(report) == 0U);
    BOOST_TEST(repair_line(report).starts_with("2 damaged files moved"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::tool
