#include <storh/upkeep.hpp>

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <string_view>

namespace storh {
namespace {

finding_kind kind_at(std::size_t index) {
    return static_cast<finding_kind>(index);
}

BOOST_AUTO_TEST_SUITE(upkeep_report_suite)

BOOST_AUTO_TEST_CASE(each_kind_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (std::size_t index = 0; index < finding_kinds; ++index) {
        names.insert(to_string(kind_at(index)));
    }
    BOOST_TEST(names.size() == finding_kinds);
    BOOST_TEST(to_string(finding_kind::unreadable_record) == "unreadable_record");
    BOOST_TEST(to_string(kind_at(finding_kinds)) == "unknown");
}

BOOST_AUTO_TEST_CASE(an_empty_report_is_sound) {
    verify_report const report;
    BOOST_TEST(report.is_sound());
    BOOST_TEST(report.damaged() == 0U);
    BOOST_TEST(report.findings().empty());
}

BOOST_AUTO_TEST_CASE(five_kinds_are_damage_and_the_others_harmless) {
    for (std::size_t index = 0; index < finding_kinds; ++index) {
        verify_report report;
        report.add(finding(kind_at(index), "path"));
        BOOST_TEST(report.count(kind_at(index)) == 1U);
        BOOST_TEST(report.is_sound() == (index >= 5));
        BOOST_TEST(report.damaged() == (index < 5 ? 1U : 0U));
        BOOST_TEST(is_damage(kind_at(index)) == (index < 5));
    }
}

BOOST_AUTO_TEST_CASE(all_findings_are_counted_and_the_first_are_kept) {
    verify_report report;
    for (std::size_t n = 0; n < 250; ++n) {
        auto const kind = n % 2 == 0 ? finding_kind::wrong_id : finding_kind::foreign_file;
        report.add(finding(kind, std::to_string(n)));
    }
    BOOST_TEST(report.count(finding_kind::wrong_id) == 125U);
    BOOST_TEST(report.count(finding_kind::foreign_file) == 125U);
    BOOST_TEST(report.damaged() == 125U);
    BOOST_TEST(report.findings().size() == verify_report::findings_kept);
    BOOST_TEST(report.findings().back().path == "99");
}

BOOST_AUTO_TEST_CASE(options_keep_what_is_set_within_the_limits) {
    upkeep_options options;
    BOOST_TEST(options.in_flight() == 512U);
    BOOST_TEST(options.in_flight(0).in_flight() == 1U);
    BOOST_TEST(options.in_flight(5000).in_flight() == 1024U);
    BOOST_TEST(!options.on_finding());
    BOOST_TEST(!options.report_to());
    BOOST_TEST(options.info() == nullptr);
    auto const shown = std::make_shared<progress>();
    error_info info;
    options.on_finding([](finding const&) {}).report_to(shown).info(info);
    BOOST_TEST(static_cast<bool>(options.on_finding()));
    BOOST_TEST(options.report_to() == shown);
    BOOST_TEST(options.info() == &info);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
