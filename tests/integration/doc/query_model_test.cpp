// Random queries over random records against a naive filter.

#include "integration/support/queries.hpp"
#include "support/naive_query.hpp"
#include "support/random_query.hpp"
#include "support/seed.hpp"

#include <map>

namespace storh::test {
namespace {

constexpr unsigned records = 150;

std::vector<uuid_v7> some_ids() {
    std::vector<uuid_v7> ids;
    for (unsigned n = 0; n < records; ++n)
        ids.push_back(id_at(1'700'000'000'000 + n / 5, n * 37, n));
    return ids;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_model_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(random_queries_are_answered_as_a_naive_filter_does, stream_fixture) {
    std::vector<uuid_v7> const ids = some_ids();
    random_query random(random_seed("query_model_suite"), ids);
    std::map<uuid_v7, json::object> stored;
    for (uuid_v7 const& id : ids) {
        // A fifth of the ids that are asked for is not there.
        if (random.below(5) == 0) continue;
        stored[id] = random.document();
        place(id, text_of_record(id, to_json(stored[id]).value()));
    }
    doc_store store = open();
    int const rounds = is_sanitized() ? 200 : 1000;
    int with_answer = 0;
    for (int round = 0; round < rounds; ++round) {
        query const asked = random.make();
        BOOST_TEST_CONTEXT("query " << round << ": " << asked.to_json().value()) {
            std::vector<uuid_v7> const expected = naive_query(asked).answer(stored);
            with_answer += expected.empty() ? 0 : 1;
            check_answers(store, asked, expected);
        }
        query const again = query::parse(asked.to_json().value()).value();
        BOOST_REQUIRE(again.to_json().value() == asked.to_json().value());
    }
    BOOST_TEST(with_answer > rounds / 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
