#include "query/sorter.hpp"

#include "support/ids.hpp"

#include <storh/json.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace storh::queries {
namespace {

using ids = std::vector<uuid_v7>;

uuid_v7 id_of(unsigned number) {
    std::string const digits = std::to_string(100 + number);
    return uuid_v7::parse("018bcfe5-aa68-7011-8001-81af15517" + digits).value();
}

record row(unsigned number, std::string const& value) {
    std::string const text = value.empty() ? "{}" : "{\"n\":" + value + "}";
    return record(id_of(number), parse_document(text).value());
}

/// The numbers of the rows with these values, as the sorter gives them.
ids sorted(std::vector<std::string> const& values, query_order by,
           std::optional<std::uint64_t> limit = std::nullopt) {
    sorter of(std::move(by), limit, 1U << 20);
    for (unsigned number = 0; number < values.size(); ++number) {
        BOOST_TEST(of.add(row(number, values[number])));
    }
    return of.take();
}

ids numbers(std::vector<unsigned> const& of) {
    ids made;
    for (unsigned const one : of) made.push_back(id_of(one));
    return made;
}

query_order const up("n", sort_direction::ascending);
query_order const down("n", sort_direction::descending);

}  // namespace

// storh-format 8.4
BOOST_AUTO_TEST_SUITE(sorter_suite)

BOOST_AUTO_TEST_CASE(equal_keys_stay_in_id_order_in_both_directions) {
    std::vector<std::string> const values{"2", "1", "2.0", "1", "3"};
    BOOST_TEST((sorted(values, up) == numbers({1, 3, 0, 2, 4})));
    BOOST_TEST((sorted(values, down) == numbers({4, 0, 2, 1, 3})));
}

BOOST_AUTO_TEST_CASE(a_missing_field_sorts_as_null) {
    std::vector<std::string> const values{"true", "", "null", "false", ""};
    BOOST_TEST((sorted(values, up) == numbers({3, 1, 2, 4, 0})));
}

BOOST_AUTO_TEST_CASE(with_a_limit_those_that_come_first_are_kept) {
    std::vector<std::string> const values{"5", "1", "4", "1", "3", "1", "2"};
    ids const all = sorted(values, up);
    ids const reversed = sorted(values, down);
    for (std::uint64_t limit = 0; limit <= values.size() + 1; ++limit) {
        auto const count = static_cast<std::ptrdiff_t>(std::min<std::size_t>(limit, values.size()));
        BOOST_TEST((sorted(values, up, limit) == ids(all.begin(), all.begin() + count)));
        BOOST_TEST(
            (sorted(values, down, limit) == ids(reversed.begin(), reversed.begin() + count)));
    }
}

BOOST_AUTO_TEST_CASE(rows_may_come_in_any_order) {
    sorter of(up, std::uint64_t{2}, 1U << 20);
    for (unsigned const number : {4U, 2U, 3U, 1U}) BOOST_TEST(of.add(row(number, "7")));
    BOOST_TEST((of.take() == numbers({1, 2})));
}

BOOST_AUTO_TEST_CASE(the_record_id_is_a_field_too) {
    query_order const by("id", sort_direction::descending);
    BOOST_TEST((sorted({"1", "2", "3"}, by) == numbers({2, 1, 0})));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
    sorter of(up, std::nullopt, 1000);
    unsigned taken = 0;
    while (taken < 100 && of.add(row(taken, "1"))) ++taken;
    BOOST_TEST(taken > 4U);
    BOOST_TEST(taken < 30U);
    sorter long_keys(up, std::nullopt, 1000);
    BOOST_TEST(!long_keys.add(row(0, "\"" + std::string(2000, 'x') + "\"")));
    BOOST_TEST(!long_keys.add(row(0, "[\"" + std::string(2000, 'x') + "\"]")));
    BOOST_TEST(!long_keys.add(row(0, "{\"" + std::string(2000, 'x') + "\":1}")));
    BOOST_TEST(long_keys.add(row(0, "\"" + std::string(200, 'x') + "\"")));
}

BOOST_AUTO_TEST_CASE(a_limit_bounds_the_memory_whatever_is_passed_over) {
    sorter of(up, std::uint64_t{3}, 1000);
    for (unsigned number = 800; number > 0; --number) {
        BOOST_TEST(of.add(row(number, std::to_string(number))));
    }
    BOOST_TEST((of.take() == numbers({1, 2, 3})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::queries
