#include <storh/schema.hpp>

#include "support/fixtures.hpp"

#include <storh/json.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace storh {
namespace {

json::object document(std::string const& text) {
    return parse_document(text).value();
}

/// What is wrong with `text`; empty if nothing.
std::string fault(schema const& of, std::string const& text) {
    error_info info;
    auto const error = of.check(document(text), &info);
    BOOST_TEST((!error || error == errc::schema_violation));
    return error ? info.detail() : std::string();
}

std::string complaint(std::string const& text) {
    error_info info;
    auto const made = schema::parse(text, &info);
    return made ? "none" : made.error().message() + "; " + info.to_string();
}

/// The field that PHP's message names: its last word, or the one before `must`.
std::string field_of(std::string const& message) {
    std::string const missing = "Missing required schema field: ";
    if (message.starts_with(missing)) return message.substr(missing.size());
    std::string const start = "Schema field ";
    return message.substr(start.size(), message.find(" must") - start.size());
}

}  // namespace

// storh-format 11
BOOST_AUTO_TEST_SUITE(schema_suite)

BOOST_AUTO_TEST_CASE(every_case_of_the_fixture_fails_as_in_php) {
    json::object const fixture = document(test::read_fixture("storh-0.5.0/vectors/schema.json"));
    json::object definition;
    definition["fields"] = fixture.at("fields");
    schema const made = schema::parse(to_json(definition).value()).value();
    BOOST_TEST(made.fields().size() == 5U);
    for (json::value const& one : fixture.at("cases").as_array()) {
        error_info info;
        auto const error = made.check(one.at("data").as_object(), &info);
        json::value const& expected = one.at("error");
        BOOST_TEST(error.failed() == expected.is_string(), one);
        if (!expected.is_string()) continue;
        BOOST_TEST(info.field() == field_of(test::text_of(one, "error")), one);
    }
}

BOOST_AUTO_TEST_CASE(the_first_field_in_the_order_of_definition_is_named) {
    schema pages;
    pages.field(schema_field("b", field_type::integer).required())
        .field(schema_field("a", field_type::string));
    BOOST_TEST(fault(pages, R"({"a":1,"b":"x"})") == "field b has to be int");
    BOOST_TEST(fault(pages, R"({"a":1})") == "required field b is missing");
    BOOST_TEST(fault(pages, R"({"a":1,"b":2})") == "field a has to be string");
    BOOST_TEST(fault(pages, R"({"b":2,"c":[]})") == "");
}

BOOST_AUTO_TEST_CASE(types_are_not_converted_and_null_is_always_fine) {
    auto const of = [](field_type type) {
        return schema().field(schema_field("v", type).required());
    };
    auto const allows = [&](field_type type, char const* value) {
        return fault(of(type), std::string("{\"v\":") + value + "}").empty();
    };
    char const* const values[] = {"\"x\"", "1", "1.0", "true", "[]", "{}"};
    bool const expected[][6] = {{true, false, false, false, false, false},
                                {false, true, false, false, false, false},
                                {false, true, true, false, false, false},
                                {false, false, false, true, false, false},
                                {true, true, true, true, true, true}};
    for (std::size_t type = 0; type < 5; ++type) {
        for (std::size_t value = 0; value < 6; ++value) {
            BOOST_TEST(
                allows(static_cast<field_type>(type), values[value]) == expected[type][value],
                type << " " << values[value]);
        }
        BOOST_TEST(allows(static_cast<field_type>(type), "null"));
    }
}

BOOST_AUTO_TEST_CASE(a_field_defined_again_keeps_its_place_and_its_flags) {
    schema pages;
    pages.field(schema_field("a", field_type::string).required().unique())
        .field(schema_field("b"))
        .field(schema_field("a", field_type::integer).range());
    BOOST_REQUIRE(pages.fields().size() == 2U);
    schema_field const& a = pages.fields().front();
    BOOST_TEST(a.name() == "a");
    BOOST_TEST((a.type() == field_type::integer));
    BOOST_TEST((a.is_required() && a.is_unique() && a.is_range() && a.is_indexed()));
}

BOOST_AUTO_TEST_CASE(unique_and_range_imply_an_index) {
    BOOST_TEST(schema_field("a").unique().is_indexed());
    BOOST_TEST(schema_field("a").range().is_indexed());
    BOOST_TEST(!schema_field("a").required().is_indexed());
}

BOOST_AUTO_TEST_CASE(a_schema_is_written_and_read_back_the_same) {
    schema pages;
    pages.field(schema_field("a\tb", field_type::floating).required().unique())
        .field(schema_field("", field_type::boolean))
        .field(schema_field("007").indexed());
    std::string const text = pages.to_json().value();
    BOOST_TEST(schema::parse(text).value().to_json().value() == text);
    BOOST_TEST(schema::parse(schema().to_json().value()).value().fields().empty());
}

BOOST_AUTO_TEST_CASE(comments_and_defaults_are_fine) {
    schema const made = schema::parse(R"({"fields": [ // of a page
        {"name": "slug", "type": "string", "unique": true},
        {"name": "rest", "type": null, "required": null},
    ]})")
                            .value();
    BOOST_TEST(made.fields().at(0).is_unique());
    BOOST_TEST((made.fields().at(1).type() == field_type::mixed));
    BOOST_TEST(!made.fields().at(1).is_required());
}

BOOST_AUTO_TEST_CASE(a_complaint_names_the_place) {
    auto const check = [](std::string const& text, std::string const& part) {
        BOOST_TEST(complaint(text).find(part) != std::string::npos,
                   text << ": " << complaint(text));
    };
    auto const fields = [](std::string const& of) { return "{\"fields\":[" + of + "]}"; };
    check("{", "not valid JSON");
    check("{}", "fields: has to be there");
    check(R"({"field":[]})", "field: is not known; there are fields");
    check(fields("1"), "fields[0]: has to be an object");
    check(fields(R"({"name":"a"},{"type":"int"})"), "fields[1].name");
    check(fields(R"({"name":"a","type":"integer"})"),
          "fields[0].type: has to be string, int, float, bool or mixed");
    check(fields(R"({"name":"a","index":true})"), "fields[0].index: is not known");
    check(fields(R"({"name":"a","unique":1})"), "fields[0].unique: has to be true or false");
    check(fields(R"({"name":"a"},{"name":"a"})"), "fields[1].name: is the name of an earlier");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh
