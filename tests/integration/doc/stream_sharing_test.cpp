// Streams while other processes change the collection, and while what is known of it is cached.

#include "integration/support/child.hpp"
#include "integration/support/php_writer.hpp"
#include "integration/support/stream.hpp"
#include "support/seed.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

/// Long enough that listings made from now on are trusted.
void settle() {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
}

uuid_v7 any_id(std::mt19937& random) {
    auto const below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    return id_at(1'700'000'000'000 + below(1000), below(256), below(1'000'000'000));
}

/// Puts, replaces and removes records of its own until it is killed.
int churn(std::filesystem::path const& root, unsigned seed) {
    engine on(options_under_test().rings(1));
    doc_store store = must(doc_store::open(on, root.string(), "pages"));
    std::mt19937 random(seed);
    for (;;) {
        ids mine;
        burst<record> puts;
        for (unsigned n = 0; n < 100; ++n) {
            mine.push_back(any_id(random));
            puts.add(store.put(mine.back(), document_of(-1)));
        }
        (void)puts.run();
        for (uuid_v7 const& id : mine) must(store.remove(id));
    }
}

/// The same by hand, as fast as the file system can.
int churn_files(std::filesystem::path const& root, unsigned seed) {
    std::mt19937 random(seed);
    for (;;) {
        ids mine;
        for (unsigned n = 0; n < 100; ++n) {
            mine.push_back(any_id(random));
            auto const path = record_path(root, mine.back());
            write_file(path.string() + "~", text_of_record(mine.back(), "{\"n\":-1}"));
            std::filesystem::rename(path.string() + "~", path);
        }
        for (uuid_v7 const& id : mine) std::filesystem::remove(record_path(root, id));
    }
}

bool is_in_order(ids const& given, bool is_reverse) {
    auto const is_wrong = [&](uuid_v7 const& one, uuid_v7 const& next) {
        return is_reverse ? one <= next : one >= next;
    };
    return std::ranges::adjacent_find(given, is_wrong) == given.end();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_sharing_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(what_another_process_adds_or_removes_shows_at_once, stream_fixture) {
    ids placed = place_many(300);
    doc_store store = open();
    for (unsigned round = 0; round < 30; ++round) {
        if (round % 3 != 2) settle();
        // Twice: the second is answered from what the first has kept.
        BOOST_TEST((stream_ids(store) == placed));
        BOOST_TEST((stream_ids(store) == placed));
        uuid_v7 const added = id_at(1'700'000'000'000 + round, round, 900 + round);
        child adding([&](int) {
            php_writer(collection()).put(added, "{}");
            return 0;
        });
        BOOST_TEST(adding.wait() == 0);
        placed.insert(std::ranges::lower_bound(placed, added), added);
        BOOST_TEST((stream_ids(store) == placed));
        uuid_v7 const removed = placed[round * 7];
        child removing([&](int) { return std::filesystem::remove(file_of(removed)) ? 0 : 1; });
        BOOST_TEST(removing.wait() == 0);
        std::erase(placed, removed);
        BOOST_TEST((stream_ids(store) == placed));
    }
}

BOOST_FIXTURE_TEST_CASE(a_change_right_after_a_listing_is_never_missed, stream_fixture) {
    ids placed = place_many(40);
    doc_store store = open();
    std::mt19937_64 random(random_seed("stream_sharing_suite/right_after"));
    for (unsigned round = 0; round < (is_sanitized() ? 100 : 500); ++round) {
        // Mostly at once, so that two changes with a listing between them fall into one tick.
        if (round % 16 == 0) settle();
        auto const number = static_cast<unsigned>(random() % 4);
        uuid_v7 const changed = id_at(1'700'000'000'000, 3, 7777 + number);
        auto const place = std::ranges::lower_bound(placed, changed);
        if (place != placed.end() && *place == changed) {
            std::filesystem::remove(file_of(changed));
            placed.erase(place);
        } else {
            place_number(changed, 1);
            placed.insert(place, changed);
        }
        BOOST_REQUIRE((stream_ids(store) == placed));
    }
}

BOOST_FIXTURE_TEST_CASE(a_bucket_that_is_taken_away_and_made_anew_is_listed_anew, stream_fixture) {
    uuid_v7 const first = id_at(1000, 7, 1);
    uuid_v7 const second = id_at(1000, 7, 2);
    place_number(first, 1);
    doc_store store = open();
    settle();
    BOOST_TEST((stream_ids(store) == ids{first}));
    std::filesystem::rename(collection() / "data/07", directory.path() / "aside");
    BOOST_TEST(stream_ids(store).empty());
    place_number(second, 1);
    BOOST_TEST((stream_ids(store) == ids{second}));
    settle();
    BOOST_TEST((stream_ids(store) == ids{second}));
    std::filesystem::remove_all(collection() / "data/07");
    std::filesystem::rename(directory.path() / "aside", collection() / "data/07");
    BOOST_TEST((stream_ids(store) == ids{first}));
}

BOOST_FIXTURE_TEST_CASE(a_cache_of_any_size_gives_the_same, stream_fixture) {
    ids const placed = place_many(600);
    settle();
    for (std::size_t const bytes : {std::size_t{0}, std::size_t{16}, std::size_t{1000}, SIZE_MAX}) {
        doc_store store = open(store_options().listing_cache_bytes(bytes));
        for (int n = 0; n < 3; ++n) BOOST_TEST((stream_ids(store) == placed));
        must(store.close());
    }
}

BOOST_FIXTURE_TEST_CASE(what_this_store_writes_shows_at_once, stream_fixture) {
    ids placed = place_many(100);
    doc_store store = open();
    for (int round = 0; round < 20; ++round) {
        if (round % 2 == 0) settle();
        BOOST_TEST((stream_ids(store) == placed));
        placed.push_back(must(store.put(document_of(round))).id());
        BOOST_TEST((stream_ids(store) == placed));
        must(store.remove(placed[50]));
        placed.erase(placed.begin() + 50);
        BOOST_TEST((stream_ids(store) == placed));
    }
}

BOOST_AUTO_TEST_CASE(ids_that_nobody_touches_come_exactly_once_while_others_churn) {
    temp_directory const root;
    ids placed;
    for (unsigned n = 0; n < 1500; ++n) {
        placed.push_back(id_at(1'700'000'000'000 + n * 7 % 1000, n * 37, 0xffff0000U + n));
        write_file(record_path(root.path(), placed.back()),
                   text_of_record(placed.back(), "{\"n\":1}"));
    }
    std::ranges::sort(placed);
    child first([&](int) { return churn(root.path(), 1); });
    child second([&](int) { return churn_files(root.path(), 2); });
    engine on(options_under_test());
    doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
    auto const until = std::chrono::steady_clock::now() + std::chrono::seconds(3);
    std::size_t others = 0;
    for (int round = 0; std::chrono::steady_clock::now() < until; ++round) {
        record_stream rows = store.stream(record_query().reverse(round % 2 == 1));
        std::vector<record> const found = drain(rows);
        BOOST_REQUIRE(is_in_order(ids_of(found), round % 2 == 1));
        ids untouched;
        for (record const& one : found) {
            if (one.data() == document_of(1)) untouched.push_back(one.id());
        }
        std::ranges::sort(untouched);
        BOOST_REQUIRE((untouched == placed));
        others += found.size() - untouched.size();
    }
    first.signal(SIGKILL);
    second.signal(SIGKILL);
    BOOST_TEST(others > 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
