#include <storh/query_plan.hpp>

#include <boost/test/unit_test.hpp>

namespace storh {

BOOST_AUTO_TEST_SUITE(query_plan_suite)

BOOST_AUTO_TEST_CASE(a_plan_is_told_in_lines_and_as_json) {
    plan_step scan(plan_action::scan_ids, "from x");
    scan.estimated_rows = 12;
    scan.actual_rows = 10;
    plan_step top(plan_action::top, "");
    top.actual_rows = 1;
    query_plan const plan({scan, top});
    BOOST_TEST(plan.to_string() == "scan_ids from x: 10 rows, expected 12\ntop: 1 rows");
    BOOST_TEST(plan.to_json() ==
               R"({"steps":[{"action":"scan_ids","detail":"from x","estimated_rows":12,)"
               R"("actual_rows":10},{"action":"top","detail":"","estimated_rows":null,)"
               R"("actual_rows":1}]})");
    BOOST_TEST(query_plan().to_json() == R"({"steps":[]})");
    BOOST_TEST(query_plan().to_string() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh
