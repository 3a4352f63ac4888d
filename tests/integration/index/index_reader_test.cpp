// What an index reader gives, against a sorted list of all there is.

#include "index/index_reader.hpp"

#include "index/index_admin.hpp"
#include "index/value_key.hpp"
#include "integration/support/indexes.hpp"
#include "support/seed.hpp"

#include <algorithm>
#include <random>

namespace storh::test {
namespace {

/// Values of all classes, many of them equal, and long strings with long common beginnings.
json::value random_value(std::mt19937_64& random) {
    switch (random() % 6) {
        case 0: return static_cast<std::int64_t>(random() % 20) - 10;
        case 1: return static_cast<double>(random() % 40) / 2.0 - 10.0;
        case 2: return json::value(random() % 2 == 0);
        case 3: return nullptr;
        case 4: return json::value(std::string(1 + random() % 3, 'a'));
        default: break;
    }
    std::string text(479 + random() % 3 + 480 * (random() % 3), 'x');
    if (random() % 2 == 0) text.back() = static_cast<char>('w' + random() % 3);
    return json::value(text);
}

/// (rank, id), as an index has them.
using model = std::vector<std::pair<std::string, uuid_v7>>;

std::vector<uuid_v7> expected_ids(model entries, index::value_range const& range) {
    std::erase_if(entries, [&](auto const& one) {
        return (range.low && one.first < *range.low) || (range.high && one.first >= *range.high);
    });
    std::ranges::stable_sort(entries, [&](auto const& left, auto const& right) {
        if (left.first == right.first) return left.second < right.second;
        return range.is_descending ? right.first < left.first : left.first < right.first;
    });
    std::vector<uuid_v7> ids;
    for (auto const& one : entries) ids.push_back(one.second);
    return ids;
}

struct reader_fixture : store_fixture {
    /// Fills an environment by itself, in one transaction for each record.
    reader_fixture() : files(root(), "pages", store_options()), indexes(files) {
        error_info info;
        BOOST_REQUIRE(!files.prepare_for_writing(info));
        index::index_admin admin(indexes);
        BOOST_REQUIRE(!admin.define(index_definition("v").range()));
        number = admin.building().front().number;
        std::mt19937_64 random(random_seed("index_reader"));
        std::vector<index::record_values> records;
        for (int n = 0; n < 600; ++n) {
            json::value const value = random_value(random);
            uuid_v7 const id = uuid_v7::generate();
            records.push_back(admin.values_of(id, with("v", value)));
            entries.emplace_back(index::rank_of(index::key_of(value)), id);
            keys.emplace_back(index::key_of(value));
        }
        BOOST_REQUIRE(!admin.enter(records, info));
        BOOST_REQUIRE(!admin.finish());
    }

    ~reader_fixture() {
        indexes.close({});
        files.close();
    }

    index::index_reader reader() { return std::move(*index::index_reader::open(indexes).value()); }

    std::vector<uuid_v7> walk(index::value_range const& range, std::size_t page) {
        std::vector<uuid_v7> ids;
        index::range_position at;
        for (;;) {
            // Each page by a new reader, as a query that lets go in between.
            auto const found = reader().next(number, range, at, page);
            if (found.empty()) return ids;
            for (index::found_id const& one : found) ids.push_back(one.id);
        }
    }

    publish::store_files files;
    index::collection_index indexes;
    std::uint64_t number = 0;
    model entries;
    std::vector<std::string> keys;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(index_reader_suite, reader_fixture, *utf::precondition(has_backend))

BOOST_AUTO_TEST_CASE(ranges_are_walked_in_order_in_both_directions_with_ties_by_id) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 200; ++round) {
        index::value_range range;
        range.is_descending = round % 2 == 1;
        std::string const low(entries[random() % entries.size()].first);
        std::string const high(entries[random() % entries.size()].first);
        if (random() % 3 > 0) range.low = random() % 2 == 0 ? low : index::behind_rank(low);
        if (random() % 3 > 0) range.high = random() % 2 == 0 ? high : index::behind_rank(high);
        BOOST_TEST((walk(range, 1 + random() % 90) == expected_ids(entries, range)));
    }
}

BOOST_AUTO_TEST_CASE(counts_are_exact_and_estimates_say_whether_they_are) {
    index::index_reader one = reader();
    for (std::string const& key : keys) {
        auto const expected = std::ranges::count(keys, key);
        BOOST_TEST(one.count(number, key) == static_cast<std::uint64_t>(expected));
        BOOST_TEST(one.ids(number, key, uuid_v7(), 1000).size() ==
                   static_cast<std::size_t>(expected));
    }
    BOOST_TEST(one.count(number, index::key_of("absent")) == 0U);
    index::range_estimate const all = one.estimate(number, index::value_range(), 10000);
    BOOST_TEST(all.is_exact);
    BOOST_TEST(all.count == entries.size());
    BOOST_TEST(!one.estimate(number, index::value_range(), 3).is_exact);
    BOOST_TEST(one.unsettled(10).empty());
}

BOOST_AUTO_TEST_CASE(a_dropped_index_leaves_nothing) {
    index::index_admin admin(indexes);
    bool was_there = false;
    BOOST_REQUIRE(!admin.drop(index_definition("v"), was_there));
    BOOST_TEST(was_there);
    for (bool is_left = true; is_left;) BOOST_REQUIRE(!admin.clear_dropped(is_left));
    BOOST_TEST(reader().indexes().empty());
    BOOST_TEST(walk(index::value_range(), 100).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
