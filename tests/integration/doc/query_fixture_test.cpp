// The queries that storh for PHP was asked over its own collection: the answers are those that it gives
// without indexes.

#include <storh/json.hpp>

#include "integration/support/queries.hpp"

#include <string>

namespace storh::test {
namespace {

/// The members of a case that make a query.
query query_of(json::object const& one) {
    json::object text;
    for (char const* const member : {"groups", "order", "limit", "cursor"}) {
        text[member] = one.at(member);
    }
    return query::parse(to_json(text).value()).value();
}

std::vector<uuid_v7> ids_from(json::value const& list) {
    std::vector<uuid_v7> ids;
    for (json::value const& one : list.as_array()) {
        ids.push_back(uuid_v7::parse(std::string(one.as_string())).value());
    }
    return ids;
}

void check_case(doc_store& store, json::object const& one) {
    BOOST_TEST_CONTEXT(one.at("name")) {
        auto const* const better = one.if_contains("without_indexes");
        json::object const& answers = better != nullptr ? better->as_object() : one;
        std::vector<uuid_v7> const ids = ids_from(answers.at("ids"));
        BOOST_TEST(answers.at("count") == ids.size());
        check_answers(store, query_of(one), ids);
        (void)must(store.explain(query_of(one)));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_fixture_suite,
                      *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(every_query_has_the_answers_of_a_scan, store_fixture) {
    std::filesystem::copy(fixture_path("storh-0.5.0/doc/root"), directory.path(),
                          std::filesystem::copy_options::recursive);
    doc_store store = open(store_options().access(access_mode::read_only));
    json::object const fixture = parse_document(read_fixture("storh-0.5.0/queries.json")).value();
    unsigned count = 0;
    for (json::value const& one : fixture.at("queries").as_array()) {
        if (one.at("fixture") != "doc") continue;
        check_case(store, one.as_object());
        ++count;
    }
    BOOST_TEST(count == 64U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
