#include "doc/merge_patch.hpp"

#include <storh/error.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace storh::doc {
namespace {

void check(std::string_view original, std::string_view patch, std::string_view expected) {
    json::object target = json::parse(original).as_object();
    auto const error = apply_merge_patch(target, json::parse(patch).as_object());
    BOOST_TEST(!error.failed());
    BOOST_TEST(json::serialize(target) == json::serialize(json::parse(expected)),
               original << " with " << patch << " gave " << json::serialize(target));
}

/// `{"a":{"a":...{"leaf":1}}}` with `levels` objects.
json::object nested(unsigned levels) {
    json::object innermost{{"leaf", 1}};
    for (unsigned level = 1; level < levels; ++level) {
        json::object outer;
        outer["a"] = std::move(innermost);
        innermost = std::move(outer);
    }
    return innermost;
}

BOOST_AUTO_TEST_SUITE(merge_patch_suite)

// RFC 7396, appendix A; where original or patch is no object, it cannot be a document.
BOOST_AUTO_TEST_CASE(the_examples_of_the_rfc_hold) {
    check(R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})");
    check(R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})");
    check(R"({"a":"b"})", R"({"a":null})", R"({})");
    check(R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})");
    check(R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})");
    check(R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})");
    check(R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})");
    check(R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})");
    check(R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})");
    check(R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})");
}

BOOST_AUTO_TEST_CASE(the_worked_example_of_the_rfc_holds) {
    check(R"({"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},
              "tags":["example","sample"],"content":"This will be unchanged"})",
          R"({"title":"Hello!","phoneNumber":"+01-123-456-7890",
              "author":{"familyName":null},"tags":["example"]})",
          R"({"title":"Hello!","author":{"givenName":"John"},"tags":["example"],
              "content":"This will be unchanged","phoneNumber":"+01-123-456-7890"})");
}

BOOST_AUTO_TEST_CASE(an_object_replaces_what_is_no_object_without_its_nulls) {
    check(R"({"a":[1,2]})", R"({"a":{"b":null,"c":1}})", R"({"a":{"c":1}})");
    check(R"({"a":null})", R"({"a":{}})", R"({"a":{}})");
}

BOOST_AUTO_TEST_CASE(nulls_within_a_list_are_values) {
    check(R"({"a":1})", R"({"a":[null,{"b":null}]})", R"({"a":[null,{"b":null}]})");
}

BOOST_AUTO_TEST_CASE(an_empty_patch_and_absent_members_change_nothing) {
    check(R"({"a":{"b":1}})", R"({})", R"({"a":{"b":1}})");
    check(R"({"a":{"b":1}})", R"({"x":null,"a":{"y":null}})", R"({"a":{"b":1}})");
}

BOOST_AUTO_TEST_CASE(a_patch_may_nest_as_deep_as_a_document_and_no_deeper) {
    json::object target;
    BOOST_TEST(!apply_merge_patch(target, nested(510)).failed());
    BOOST_TEST((target == nested(510)));
    json::object other;
    BOOST_TEST(apply_merge_patch(other, nested(511)) == make_error_code(errc::too_deep));
    // However deep: the stack is not what stops it.
    BOOST_TEST(apply_merge_patch(other, nested(5000)) == make_error_code(errc::too_deep));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::doc
