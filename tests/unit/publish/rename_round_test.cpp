#include "publish/commit/rename_round.hpp"

#include "support/manual_write.hpp"
#include "support/seed.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

#include <deque>
#include <map>
#include <random>

namespace storh::publish {
namespace {

using test::id_in_bucket;
using test::manual_write;

unsigned number_of(generation_entry const* entry) {
    return static_cast<manual_write const*>(entry->request)->number;
}

std::vector<unsigned> numbers_of(std::vector<generation_entry*> const& round) {
    std::vector<unsigned> numbers;
    for (generation_entry const* const entry : round) numbers.push_back(number_of(entry));
    return numbers;
}

struct writes_of_a_generation {
    void add(uuid_v7 const& id) {
        auto const number = static_cast<unsigned>(writes.size());
        entries.add(writes.emplace_back(id, number));
    }
    std::deque<manual_write> writes;
    generation entries;
};

BOOST_AUTO_TEST_SUITE(rename_round_suite)

BOOST_FIXTURE_TEST_CASE(different_ids_go_side_by_side, writes_of_a_generation) {
    for (unsigned bucket : {5U, 1U, 200U}) add(id_in_bucket(bucket));
    rename_rounds rounds(entries);
    BOOST_TEST(numbers_of(rounds.next()) == (std::vector<unsigned>{0, 1, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(rounds.next().empty());
}

BOOST_FIXTURE_TEST_CASE(writes_of_one_id_follow_each_other, writes_of_a_generation) {
    for (unsigned which : {1U, 2U, 1U, 1U, 2U}) add(id_in_bucket(7, which));
    rename_rounds rounds(entries);
    for (std::vector<unsigned> const& expected :
         {std::vector<unsigned>{0, 1}, std::vector<unsigned>{2, 4}, std::vector<unsigned>{3}}) {
        BOOST_TEST(numbers_of(rounds.next()) == expected, boost::test_tools::per_element());
    }
    BOOST_TEST(rounds.next().empty());
}

BOOST_FIXTURE_TEST_CASE(what_has_failed_already_is_left_out, writes_of_a_generation) {
    for (unsigned which : {1U, 1U, 2U}) add(id_in_bucket(7, which));
    writes[0].error = errc::too_deep;
    rename_rounds rounds(entries);
    BOOST_TEST(numbers_of(rounds.next()) == (std::vector<unsigned>{1, 2}),
               boost::test_tools::per_element());
    BOOST_TEST(rounds.next().empty());
}

BOOST_FIXTURE_TEST_CASE(an_empty_generation_has_no_round, writes_of_a_generation) {
    BOOST_TEST(rename_rounds(entries).next().empty());
}

BOOST_FIXTURE_TEST_CASE(random_generations_keep_the_order_of_each_id, writes_of_a_generation) {
    std::mt19937_64 random(test::random_seed("rename_round_suite/random_generations"));
    for (int count = 0; count < 2000; ++count) {
        add(id_in_bucket(1, static_cast<unsigned>(random() % 97)));
    }
    rename_rounds rounds(entries);
    std::map<uuid_v7, unsigned> last;
    std::size_t total = 0;
    for (auto round = rounds.next(); !round.empty(); round = rounds.next()) {
        std::map<uuid_v7, int> seen;
        for (generation_entry const* const entry : round) {
            BOOST_REQUIRE(seen[entry->request->id]++ == 0);
            auto const [place, is_first] = last.try_emplace(entry->request->id, number_of(entry));
            BOOST_REQUIRE((is_first || place->second < number_of(entry)));
            place->second = number_of(entry);
        }
        total += round.size();
    }
    BOOST_TEST(total == 2000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
