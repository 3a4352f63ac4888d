// Writers that are killed at any moment, and processes that race: the indexes equal the records, without
// anybody's help.

#include "integration/support/child.hpp"
#include "integration/support/indexes.hpp"
#include "support/seed.hpp"

#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

namespace storh::test {
namespace {

/// Puts, replaces and removes until it is killed; reports one byte when it has begun.
int change_for_ever(std::filesystem::path const& root, durability kind, std::uint64_t seed,
                    int to) {
    engine on(options_under_test());
    doc_store store =
        must(doc_store::open(on, root.string(), "pages", store_options().durable(kind)));
    std::mt19937_64 random(seed);
    std::vector<uuid_v7> ids;
    for (int n = 0; n < 64; ++n) ids.push_back(uuid_v7::generate());
    for (bool is_first = true;; is_first = false) {
        burst<record> puts;
        burst<bool> removals;
        for (int n = 0; n < 16; ++n) {
            uuid_v7 const& id = ids[random() % ids.size()];
            json::object document = document_of(static_cast<std::int64_t>(random() % 8));
            document["u"] = static_cast<std::int64_t>(random() % 100);
            puts.add(store.put(id, std::move(document)));
            if (random() % 4 == 0) removals.add(store.remove(ids[random() % ids.size()]));
        }
        puts.run();
        removals.run();
        if (is_first) report(to, "x");
    }
}

/// Puts every value once; reports a byte for each that it got.
int race(std::filesystem::path const& root, int values, int to) {
    engine on(options_under_test());
    doc_store store = must(doc_store::open(on, root.string(), "pages"));
    for (int from = 0; from < values; from += 50) {
        burst<record> puts;
        for (int n = from; n < from + 50; ++n) puts.add(store.put(with("u", n)));
        for (auto const& one : puts.run()) {
            if (!one.error) report(to, "w");
            if (one.error && one.error != errc::not_unique) return 1;
        }
    }
    must(store.close());
    return 0;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(index_crash_suite, index_fixture, *utf::precondition(has_backend))

BOOST_AUTO_TEST_CASE(after_a_kill_the_indexes_equal_the_records) {
    std::mt19937_64 random(random_seed("index_kill"));
    for (int round = 0; round < 12; ++round) {
        temp_directory const place;
        {
            engine first(options_under_test());
            doc_store store = must(doc_store::open(first, place.path().string(), "pages"));
            add(store, index_definition("n"));
            add(store, index_definition("u").unique());
            must(store.close());
        }
        durability const kind = round % 2 == 0 ? durability::group : durability::record;
        std::uint64_t const seed = random();
        child writer([&](int to) { return change_for_ever(place.path(), kind, seed, to); });
        (void)writer.read(1);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 50000));
        writer.signal(SIGKILL);
        (void)writer.read_all();
        BOOST_TEST(writer.wait() == 128 + SIGKILL);
        engine next(options_under_test());
        doc_store store = must(doc_store::open(next, place.path().string(), "pages"));
        check_sound(store);
        auto const rows = must(store.get_many(must(store.ids())));
        std::set<std::int64_t> seen;
        for (auto const& row : rows) {
            BOOST_TEST(seen.insert(row->data().at("u").as_int64()).second);
        }
        must(store.close());
    }
}

BOOST_AUTO_TEST_CASE(the_next_writer_takes_care_of_what_a_killed_one_has_begun) {
    doc_store store = open();
    add(store, index_definition("n"));
    add(store, index_definition("u").unique());
    must(store.close());
    on.reset();
    child writer(
        [&](int to) { return change_for_ever(directory.path(), durability::group, 1, to); });
    (void)writer.read(1);
    on = std::make_unique<engine>(options_under_test());
    doc_store open_before = open();
    writer.signal(SIGKILL);
    (void)writer.read_all();
    BOOST_TEST(writer.wait() == 128 + SIGKILL);
    check_sound(open_before);
    for (int n = 0; n < 20; ++n) must(open_before.put(document_of(n)));
    check_sound(open_before);
}

BOOST_AUTO_TEST_CASE(of_eight_processes_one_gets_each_unique_value) {
    constexpr int values = 1000;
    {
        doc_store store = open();
        add(store, index_definition("u").unique());
        must(store.close());
    }
    on.reset();
    std::vector<std::unique_ptr<child>> racers;
    for (int n = 0; n < 8; ++n) {
        racers.push_back(
            std::make_unique<child>([&](int to) { return race(directory.path(), values, to); }));
    }
    std::size_t won = 0;
    for (auto const& one : racers) won += one->read_all().size();
    for (auto const& one : racers) BOOST_TEST(one->wait() == 0);
    BOOST_TEST(won == std::size_t{values});
    on = std::make_unique<engine>(options_under_test());
    doc_store store = open();
    BOOST_TEST(must(store.ids()).size() == std::size_t{values});
    check_sound(store);
}

BOOST_AUTO_TEST_CASE(a_process_opened_before_the_first_index_keeps_it_in_step) {
    temp_directory const place;
    int ready[2] = {};
    BOOST_REQUIRE(::pipe(ready) == 0);
    on.reset();
    child writer([&](int to) {
        engine own(options_under_test());
        doc_store store = must(doc_store::open(own, place.path().string(), "pages"));
        must(store.put(document_of(1)));
        report(to, "x");
        char byte = 0;
        (void)!::read(ready[0], &byte, 1);
        for (int n = 0; n < 40; ++n) must(store.put(document_of(n)));
        must(store.close());
        return 0;
    });
    (void)writer.read(1);
    engine own(options_under_test());
    doc_store store = must(doc_store::open(own, place.path().string(), "pages"));
    add(store, index_definition("n"));
    (void)!::write(ready[1], "x", 1);
    (void)writer.read_all();
    BOOST_TEST(writer.wait() == 0);
    BOOST_TEST(must(store.ids()).size() == 41U);
    check_sound(store);
    ::close(ready[0]);
    ::close(ready[1]);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
