#include "index/record_row.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace storh::index {
namespace {

record_state state_of(std::string const& key, std::uint64_t version = 1) {
    record_state state;
    state.version = version;
    if (!key.empty()) state.values.emplace_back(7, key);
    return state;
}

std::string keys(record_row const& row) {
    std::string all;
    for (index_value const& one : row.all_values()) all += one.key;
    return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_row_suite)

BOOST_AUTO_TEST_CASE(both_states_hold_until_a_write_has_settled) {
    record_row row;
    row.resolve(0, state_of("a"));
    row.begin(write_ticket(1, 1), state_of("b"));
    BOOST_TEST(keys(row) == "ab");
    record_row lost = row;
    row.settle(write_ticket(1, 1), true);
    BOOST_TEST(keys(row) == "b");
    lost.settle(write_ticket(1, 1), false);
    BOOST_TEST(keys(lost) == "a");
}

BOOST_AUTO_TEST_CASE(a_removal_empties_the_row_when_it_has_settled) {
    record_row row;
    row.resolve(0, state_of("a"));
    row.begin(write_ticket(1, 1), state_of(""));
    BOOST_TEST(!row.is_empty());
    row.settle(write_ticket(1, 1), true);
    BOOST_TEST(row.is_empty());
}

BOOST_AUTO_TEST_CASE(a_later_write_that_settles_makes_earlier_ones_past) {
    record_row row;
    row.begin(write_ticket(1, 1), state_of("a"));
    row.begin(write_ticket(2, 1), state_of("b"));
    row.begin(write_ticket(1, 2), state_of("c"));
    row.settle(write_ticket(2, 1), true);
    BOOST_TEST(keys(row) == "bc");
    row.settle(write_ticket(1, 1), true);
    BOOST_TEST(keys(row) == "bc");
}

BOOST_AUTO_TEST_CASE(what_a_dead_writer_has_begun_is_replaced_by_what_is_there) {
    record_row row;
    row.begin(write_ticket(1, 1), state_of("a"));
    row.begin(write_ticket(2, 1), state_of("b"));
    row.resolve(1, state_of("x"));
    BOOST_TEST(keys(row) == "bx");
    BOOST_TEST(!row.has_pending_of(1));
    BOOST_TEST(row.has_pending_of(2));
}

BOOST_AUTO_TEST_CASE(a_build_enters_only_states_that_know_nothing_of_its_index) {
    record_row row;
    row.resolve(0, state_of("", 3));
    row.begin(write_ticket(1, 1), state_of("n", 5));
    row.enter(7, 5, "o");
    BOOST_TEST(keys(row) == "no");
    row.settle(write_ticket(1, 1), true);
    row.enter(7, 5, "o");
    BOOST_TEST(keys(row) == "n");
}

BOOST_AUTO_TEST_CASE(rows_read_back_and_torn_ones_do_not) {
    record_row row;
    row.resolve(0, state_of(std::string(3000, 'x')));
    row.begin(write_ticket(4000000000U, ~0ULL), state_of("b", 9));
    std::string const bytes = row.encode();
    auto const again = record_row::decode(bytes);
    BOOST_REQUIRE(again);
    BOOST_TEST(again->encode() == bytes);
    BOOST_TEST(!record_row::decode(std::string_view(bytes).substr(0, bytes.size() - 1)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::index
