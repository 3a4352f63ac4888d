#include "query/matcher.hpp"

#include <storh/json.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace storh::queries {
namespace {

uuid_v7 const an_id = uuid_v7::parse("018bcfe5-aa68-7011-8001-81af155173ea").value();
uuid_v7 const next_id = uuid_v7::parse("018bcfe5-aa68-7011-8001-81af155173eb").value();

record record_with(std::string const& document) {
    return record(an_id, parse_document(document).value());
}

bool holds(condition one, std::string const& document) {
    query asked;
    asked.where(std::move(one));
    return matcher(asked).matches(record_with(document));
}

bool matches(query const& asked, std::string const& document) {
    return matcher(asked).matches(record_with(document));
}

field const n("n");

}  // namespace

// storh-format 8.2
BOOST_AUTO_TEST_SUITE(matcher_suite)

BOOST_AUTO_TEST_CASE(eq_wants_type_and_value) {
    BOOST_TEST(holds(n.eq(1), R"({"n":1})"));
    BOOST_TEST(!holds(n.eq(1), R"({"n":1.0})"));
    BOOST_TEST(!holds(n.eq("1"), R"({"n":1})"));
    BOOST_TEST(!holds(n.eq(nullptr), "{}"));
    BOOST_TEST(holds(n.eq(nullptr), R"({"n":null})"));
    BOOST_TEST(holds(n.eq(json::object()), R"({"n":[]})"));
    BOOST_TEST(holds(n.eq(std::string("x")), R"({"n":"x"})"));
    BOOST_TEST(holds(n.eq(std::string_view("x")), R"({"n":"x"})"));
}

BOOST_AUTO_TEST_CASE(neq_and_not_in_hold_for_what_is_missing) {
    BOOST_TEST(holds(n.neq(1), "{}"));
    BOOST_TEST(holds(n.neq(1), R"({"n":1.0})"));
    BOOST_TEST(!holds(n.neq(1), R"({"n":1})"));
    BOOST_TEST(holds(n.not_in({1, 2}), "{}"));
    BOOST_TEST(!holds(n.not_in({1, 2}), R"({"n":2})"));
    BOOST_TEST(holds(n.not_in({1, 2}), R"({"n":2.0})"));
    BOOST_TEST(holds(n.not_in({}), R"({"n":2})"));
}

BOOST_AUTO_TEST_CASE(in_finds_each_of_its_values_and_no_other) {
    std::vector<operand> values;
    for (int one = 0; one < 1000; ++one) values.emplace_back(one * 2);
    values.emplace_back(3.0);
    values.emplace_back("text");
    values.emplace_back(nullptr);
    values.emplace_back(json::array{1, 2});
    values.emplace_back(json::array{-0.0});
    condition const one = n.in(values);
    for (char const* found : {"0", "1998", "3.0", "\"text\"", "null", "[1,2]", "[0.0]"}) {
        BOOST_TEST(holds(one, std::string("{\"n\":") + found + "}"), found);
    }
    for (char const* other : {"1", "2.0", "3", "\"Text\"", "true", "[2,1]", "[1]", "[]"}) {
        BOOST_TEST(!holds(one, std::string("{\"n\":") + other + "}"), other);
    }
    BOOST_TEST(!holds(one, "{}"));
    BOOST_TEST(!holds(n.in({}), R"({"n":1})"));
}

BOOST_AUTO_TEST_CASE(ranges_compare_across_types_and_want_the_field_to_be_there) {
    BOOST_TEST(holds(n.gt(1), R"({"n":1.5})"));
    BOOST_TEST(!holds(n.gt(1), R"({"n":1})"));
    BOOST_TEST(holds(n.gte(1), R"({"n":1.0})"));
    BOOST_TEST(holds(n.lt(5), R"({"n":"strings come first"})"));
    BOOST_TEST(holds(n.lte(5), R"({"n":-7})"));
    BOOST_TEST(holds(n.gt(5), R"({"n":null})"));
    for (condition const& one : {n.gt(1), n.gte(1), n.lt(1), n.lte(1), n.between(0, 9)}) {
        BOOST_TEST(!holds(one, "{}"));
    }
    BOOST_TEST(holds(n.between(1, 2), R"({"n":1})"));
    BOOST_TEST(holds(n.between(1, 2), R"({"n":2})"));
    BOOST_TEST(!holds(n.between(1, 2), R"({"n":2.000001})"));
    BOOST_TEST(!holds(n.between(2, 1), R"({"n":1})"));
}

BOOST_AUTO_TEST_CASE(exists_counts_null_as_there) {
    BOOST_TEST(holds(n.exists(), R"({"n":null})"));
    BOOST_TEST(!holds(n.exists(), "{}"));
    BOOST_TEST(!holds(n.missing(), R"({"n":null})"));
    BOOST_TEST(holds(n.missing(), "{}"));
}

BOOST_AUTO_TEST_CASE(a_prefix_is_one_of_strings_only) {
    BOOST_TEST(holds(n.prefix("ab"), R"({"n":"abc"})"));
    BOOST_TEST(!holds(n.prefix("b"), R"({"n":"abc"})"));
    BOOST_TEST(holds(n.prefix(""), R"({"n":""})"));
    BOOST_TEST(!holds(n.prefix(""), R"({"n":1})"));
    BOOST_TEST(!holds(n.prefix("1"), R"({"n":1})"));
}

BOOST_AUTO_TEST_CASE(the_field_id_is_the_id_of_the_record) {
    field const id("id");
    std::string const document = R"({"id":"mine"})";
    BOOST_TEST(holds(id.eq(an_id), document));
    BOOST_TEST(!holds(id.eq("mine"), document));
    BOOST_TEST(!holds(id.eq(next_id), document));
    BOOST_TEST(holds(id.lt(next_id), document));
    BOOST_TEST(holds(id.prefix("018bcfe5-"), document));
    BOOST_TEST(holds(id.in({"nope", an_id}), document));
    BOOST_TEST(holds(id.exists(), document));
    BOOST_TEST(!holds(id.missing(), document));
}

BOOST_AUTO_TEST_CASE(a_dot_is_part_of_a_name_and_any_name_will_do) {
    std::string const document = R"({"a":{"b":1},"a.b":2,"":3,"7":4,"tab\there":5,"nul\u0000l":6})";
    BOOST_TEST(holds(field("a.b").eq(2), document));
    BOOST_TEST(holds(field("").eq(3), document));
    BOOST_TEST(holds(field("7").eq(4), document));
    BOOST_TEST(holds(field("tab\there").eq(5), document));
    BOOST_TEST(holds(field(std::string("nul\0l", 5)).eq(6), document));
    BOOST_TEST(!holds(field("nul").exists(), document));
    std::string const long_name(1000, 'x');
    BOOST_TEST(holds(field(long_name).eq(7), "{\"" + long_name + "\":7}"));
}

BOOST_AUTO_TEST_CASE(groups_are_joined_by_or_and_their_conditions_by_and) {
    query asked;
    asked.where(n.eq(1)).where(field("m").eq(2)).or_where({n.eq(3)});
    BOOST_TEST(matches(asked, R"({"n":1,"m":2})"));
    BOOST_TEST(!matches(asked, R"({"n":1,"m":3})"));
    BOOST_TEST(matches(asked, R"({"n":3})"));
    asked.where(field("k").exists());  // in both
    BOOST_TEST(!matches(asked, R"({"n":3})"));
    BOOST_TEST(matches(asked, R"({"n":3,"k":0})"));
}

BOOST_AUTO_TEST_CASE(or_where_on_a_query_without_conditions_is_not_everything) {
    query asked;
    asked.or_where({n.eq(1)});
    BOOST_TEST(!matches(asked, "{}"));
    BOOST_TEST(matches(asked, R"({"n":1})"));
    BOOST_TEST(matches(query().groups({{}, {n.eq(1)}}), "{}"));
}

BOOST_AUTO_TEST_CASE(nested_groups_are_kept_as_they_are) {
    field const m("m");
    query asked;
    asked.where(condition::any({{n.eq(1)}, {n.eq(2)}}))
        .where(condition::any({{m.eq(1)}, {m.eq(2)}}));
    BOOST_TEST(matches(asked, R"({"n":1,"m":2})"));
    BOOST_TEST(matches(asked, R"({"n":2,"m":1})"));
    BOOST_TEST(!matches(asked, R"({"n":2})"));
    BOOST_TEST(!matches(asked, R"({"m":2})"));
}

BOOST_AUTO_TEST_CASE(the_cursor_excludes_ids_up_to_its_own) {
    query asked;
    BOOST_TEST(matches(
        query(asked).cursor(uuid_v7::parse("018bcfe5-aa68-7011-8001-81af155173e9").value()), "{}"));
    BOOST_TEST(!matches(query(asked).cursor(an_id), "{}"));
    BOOST_TEST(!matches(query(asked).cursor(next_id), "{}"));
}

BOOST_AUTO_TEST_CASE(a_query_is_trivial_when_a_group_is_empty) {
    BOOST_TEST(matcher(query()).is_trivial());
    BOOST_TEST(matcher(query().groups({{n.eq(1)}, {}})).is_trivial());
    BOOST_TEST(!matcher(query().where(n.eq(1))).is_trivial());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::queries
