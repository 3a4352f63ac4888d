// Processes that are killed in the middle of a burst: what they acknowledged is there and whole,
// what they left behind goes at the next open.

#include "integration/support/acknowledged.hpp"
#include "integration/support/store_fixture.hpp"
#include "support/seed.hpp"

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

namespace storh::test {

BOOST_AUTO_TEST_SUITE(crash_suite, *utf::precondition(has_backend))

BOOST_AUTO_TEST_CASE(what_was_acknowledged_before_a_kill_is_there_and_whole) {
    std::mt19937_64 random(random_seed("kill"));
    for (durability const kind : {durability::record, durability::group, durability::automatic}) {
        for (int round = 0; round < 3; ++round) {
            temp_directory const root;
            child writer([&](int to) { return write_burst(root.path(), kind, to); });
            std::string acknowledged = writer.read(50 * acknowledgement_bytes);
            std::this_thread::sleep_for(std::chrono::microseconds(random() % 100000));
            writer.signal(SIGKILL);
            acknowledged += writer.read_all();
            BOOST_TEST(writer.wait() == 128 + SIGKILL);
            BOOST_TEST(tree_of(root.path() / "pages/.storh/writers").size() == 1U);

            engine on(options_under_test());
            doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
            BOOST_TEST(count_missing(store, acknowledged) == 0U);
            BOOST_TEST(paths_ending(root.path(), ".tmp").empty());
            BOOST_TEST(tree_of(root.path() / "pages/.storh/writers").empty());
            // Those that were never acknowledged are whole as well, or not there.
            auto const all = wait(store.get_many(must(store.ids())));
            BOOST_TEST(!all.error.failed());
            must(store.put(document_of(1)));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_live_writer_keeps_its_temps_and_marker_when_another_opens) {
    temp_directory const root;
    child writer([&](int to) { return write_burst(root.path(), durability::automatic, to); });
    std::string acknowledged = writer.read(50 * acknowledgement_bytes);
    {
        engine on(options_under_test());
        for (int round = 0; round < 20; ++round) {
            doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
            BOOST_TEST(count_missing(store, acknowledged) == 0U);
            must(store.put(document_of(round)));
            BOOST_TEST(tree_of(root.path() / "pages/.storh/writers").size() >= 2U);
            must(store.close());
        }
    }
    writer.signal(SIGTERM);
    acknowledged += writer.read_all();
    BOOST_TEST(writer.wait() == 128 + SIGTERM);
    engine on(options_under_test());
    doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
    BOOST_TEST(count_missing(store, acknowledged) == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
