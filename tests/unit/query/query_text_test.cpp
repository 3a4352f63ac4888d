// Queries as JSON text, and their bounds.

#include <storh/query.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>
#include <vector>

namespace storh {
namespace {

/// The complaint about `text`.
std::string complaint(std::string const& text) {
    error_info info;
    auto const made = query::parse(text, &info);
    if (made) return "none";
    BOOST_TEST((made.error() == errc::invalid_query || made.error() == errc::invalid_json), text);
    return info.to_string();
}

void check_complaint(std::string const& text, std::string const& part) {
    std::string const told = complaint(text);
    BOOST_TEST(told.find(part) != std::string::npos, text << " gives " << told);
}

std::string groups(std::string const& conditions) {
    return "{\"groups\":[[" + conditions + "]]}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_text_suite)

BOOST_AUTO_TEST_CASE(a_query_is_written_and_read_back_the_same) {
    field const n("n");
    query asked;
    asked.where(n.eq(1.0))
        .where(n.neq(nullptr))
        .where(n.in({1, "x"}))
        .where(n.not_in({}))
        .where(n.gt(1))
        .where(n.gte(2))
        .where(n.lt(3))
        .where(n.lte(4))
        .where(n.between(-1, 1.5))
        .where(n.exists())
        .where(n.missing())
        .where(n.prefix("p"))
        .where(condition::any({{n.eq(1)}, {condition::any({{n.eq(2)}, {}})}}))
        .or_where({n.eq("other")})
        .order_by("m", sort_direction::descending)
        .limit(7)
        .cursor(uuid_v7::parse("018bcfe5-aa68-7011-8001-81af155173ea").value());
    std::string const text = asked.to_json().value();
    BOOST_TEST(query::parse(text).value().to_json().value() == text);
    BOOST_TEST(text.starts_with(R"({"groups":[[{"field":"n","op":"eq","value":1.0},)"), text);
    BOOST_TEST(text.find(R"({"field":"n","op":"between","value":-1,"value2":1.5})") !=
               std::string::npos);
    BOOST_TEST(text.find(R"({"any":[[{"field":"n","op":"eq","value":1}],[{"any":[)") !=
               std::string::npos);
    BOOST_TEST(text.ends_with(R"("order":{"field":"m","direction":"desc"},"limit":7,)"
                              R"("cursor":"018bcfe5-aa68-7011-8001-81af155173ea"})"),
               text);
}

BOOST_AUTO_TEST_CASE(a_query_without_anything_is_everything) {
    for (char const* text : {"{}", R"({"groups":[[]]})",
                             R"({"groups":null,"order":null,"limit":null,"cursor":null})"}) {
        query const made = query::parse(text).value();
        BOOST_TEST(made.to_json().value() ==
                   R"({"groups":[[]],"order":null,"limit":null,"cursor":null})");
    }
    BOOST_TEST(query::parse(R"({"order":{"field":"n"}})").value().order()->field == "n");
    BOOST_TEST(query::parse(groups(R"({"field":"n","op":"not_in","value":[]})")).has_value());
}

BOOST_AUTO_TEST_CASE(an_empty_group_beside_others_is_kept) {
    query const made = query::parse(R"({"groups":[[],[{"field":"n","op":"exists"}]]})").value();
    BOOST_TEST(made.groups().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_complaint_names_the_place) {
    check_complaint("{", "byte 1");
    check_complaint("[]", "has to be an object");
    check_complaint(R"({"group":[]})", "group: is not known; there are groups, order");
    check_complaint(R"({"groups":[]})", "groups: has to be a list of groups");
    check_complaint(R"({"groups":[{}]})", "groups[0]: has to be a list of conditions");
    check_complaint(groups("1"), "groups[0][0]: has to be an object");
    check_complaint(groups(R"({"op":"eq","value":1})"), "groups[0][0].field");
    check_complaint(groups(R"({"field":"n","op":"is","value":1})"),
                    "groups[0][0].op: has to be one of eq neq");
    check_complaint(groups(R"({"field":"n","op":"eq","value":1},{"field":"n","op":"eq"})"),
                    "groups[0][1].value: is missing");
    check_complaint(groups(R"({"field":"n","op":"eq","valeu":1})"), "groups[0][0].valeu");
    check_complaint(groups(R"({"field":"n","op":"between","value":1})"), "groups[0][0].value2");
    check_complaint(groups(R"({"field":"n","op":"eq","value":1,"value2":1})"),
                    "groups[0][0].value2");
    check_complaint(groups(R"({"field":"n","op":"in","value":1})"), "groups[0][0].value");
    check_complaint(groups(R"({"field":"n","op":"prefix","value":1})"), "groups[0][0].value");
    check_complaint(groups(R"({"field":"n","op":"exists","value":1})"), "groups[0][0].value");
    check_complaint(groups(R"({"any":[[{"field":1}]]})"), "groups[0][0].any[0][0].field");
    check_complaint(groups(R"({"any":[]})"), "groups[0][0].any");
    check_complaint(R"({"order":{"direction":"asc"}})", "order.field");
    check_complaint(R"({"order":{"field":"n","direction":"up"}})", "order.direction");
    check_complaint(R"({"limit":-1})", "limit");
    check_complaint(R"({"limit":1.5})", "limit");
    check_complaint(R"({"cursor":"here"})", "cursor");
}

BOOST_AUTO_TEST_CASE(the_bounds_are_those_that_are_named) {
    std::vector<operand> const list(query::list_max, operand(1));
    std::vector<operand> longer = list;
    longer.emplace_back(2);
    BOOST_TEST(!query().where(field("n").in(list)).check());
    BOOST_TEST((query().where(field("n").in(longer)).check() == errc::invalid_query));

    query many;
    for (std::size_t one = 0; one < query::conditions_max; ++one) many.where(field("n").exists());
    BOOST_TEST(!many.check());
    BOOST_TEST((many.where(field("n").exists()).check() == errc::invalid_query));

    condition nested = field("n").exists();
    for (std::size_t one = 0; one < query::nesting_max; ++one) nested = condition::any({{nested}});
    BOOST_TEST(!query().where(nested).check());
    BOOST_TEST(query::parse(query().where(nested).to_json().value()).has_value());
    BOOST_TEST((query().where(condition::any({{nested}})).check() == errc::invalid_query));
}

BOOST_AUTO_TEST_CASE(a_text_beyond_the_bounds_is_refused_before_it_is_followed) {
    std::string text = R"({"field":"n","op":"exists"})";
    for (int one = 0; one < 200; ++one) text = "{\"any\":[[" + text + "]]}";
    check_complaint(groups(text), "too deeply");
    std::string deep(600, '[');
    check_complaint(groups("{\"field\":\"n\",\"op\":\"eq\",\"value\":" + deep), "");
    std::string many = R"({"field":"n","op":"exists"})";
    for (std::size_t one = 0; one < query::conditions_max; ++one) {
        many += R"(,{"field":"n","op":"exists"})";
    }
    check_complaint(groups(many), "groups[0][1000]: too many conditions");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_cannot_be_asked_for) {
    error_info info;
    double const nan = std::numeric_limits<double>::quiet_NaN();
    BOOST_TEST((query().where(field("n").eq(nan)).check(&info) == errc::invalid_query));
    BOOST_TEST(info.detail().starts_with("groups[0][0].value: "), info.detail());
    BOOST_TEST((query().where(field("n").lt("\xff")).check() == errc::invalid_query));
    BOOST_TEST((query().where(field("\xff").exists()).check() == errc::invalid_query));
    BOOST_TEST((query().order_by("\xff").check() == errc::invalid_query));
    BOOST_TEST((query().groups({}).check() == errc::invalid_query));
    BOOST_TEST(!query().where(field("n").eq(nan)).to_json().has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh
