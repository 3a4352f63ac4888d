// verify and repair beside writers: nothing that was acknowledged is lost, and nothing that is being
// written is taken for damage.

#include "integration/support/cancellable.hpp"
#include "integration/support/child.hpp"
#include "integration/support/php_writer.hpp"
#include "integration/support/upkeep.hpp"
#include "support/seed.hpp"

#include <chrono>
#include <csignal>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace storh::test {
namespace {

constexpr unsigned rounds = 6;
constexpr unsigned count = 60;

struct beside_writers : upkeep_fixture {
    beside_writers() {
        for (unsigned n = 0; n < count; ++n) ids.push_back(id_in_bucket(n % 4, n));
    }

    void damage_all() const {
        for (uuid_v7 const& id : ids) place(id, "{");
    }

    /// Writes all ids through `store` while `work` runs, round by round, and looks whether each is
    /// there afterwards.
    template <class Start>
    void write_beside(doc_store& store, doc_store& mender, Start start) {
        for (unsigned round = 0; round < rounds; ++round) {
            damage_all();
            cancellable work(start(mender));
            burst<record> puts;
            for (uuid_v7 const& id : ids) puts.add(store.put(id, document_of(round)));
            BOOST_TEST(count_errors(puts.run(), error_code()) == count);
            BOOST_TEST(!work.finish().error.failed());
            for (auto const& found : must(store.get_many(ids))) {
                BOOST_REQUIRE(found.has_value());
                BOOST_TEST(found->data() == document_of(round));
            }
        }
    }

    std::vector<uuid_v7> ids;
};

auto const start_repair = [](doc_store& store) { return store.repair(); };
auto const start_verify = [](doc_store& store) { return store.verify(); };

}  // namespace

BOOST_AUTO_TEST_SUITE(repair_life_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

// The store's rings share its lock, so the lock does not keep a repair away from its own writes.
BOOST_FIXTURE_TEST_CASE(what_the_same_store_writes_meanwhile_stays, beside_writers) {
    for (durability const kind : {durability::record, durability::group}) {
        doc_store store = open(store_options().durable(kind));
        write_beside(store, store, start_repair);
        write_beside(store, store, start_verify);
    }
}

BOOST_FIXTURE_TEST_CASE(what_an_exclusive_store_writes_meanwhile_stays, beside_writers) {
    doc_store store = open(store_options().access(access_mode::exclusive));
    write_beside(store, store, start_repair);
}

BOOST_FIXTURE_TEST_CASE(what_another_store_writes_meanwhile_stays, beside_writers) {
    engine second(options_under_test());
    doc_store store = open();
    doc_store mender = must(doc_store::open(second, root(), "pages"));
    write_beside(store, mender, start_repair);
    write_beside(store, mender, start_verify);
}

BOOST_FIXTURE_TEST_CASE(a_live_process_is_never_found_damaged, beside_writers) {
    on.reset();
    for (uuid_v7 const& id : ids) place_sound(id);
    child writer([&](int ready) {
        engine own(options_under_test());
        doc_store store = must(doc_store::open(own, root(), "pages"));
        php_writer php(collection());
        report(ready, ".");
        for (int n = 0; n < 60; ++n) {
            uuid_v7 const& id = ids[static_cast<std::size_t>(n) % ids.size()];
            must(store.put(id, document_of(n)));
            php.put(id, "{\"n\":1}");
            must(store.remove(id));
            must(store.put(id, document_of(n)));
        }
        return 0;
    });
    (void)writer.read(1);
    on = std::make_unique<engine>(options_under_test());
    doc_store store = open();
    for (int n = 0; n < 20; ++n) {
        BOOST_TEST(must(store.verify(noting())).is_sound());
        BOOST_TEST(must(store.repair(noting())).quarantined == 0U);
        BOOST_TEST(seen.empty());
    }
    BOOST_TEST(writer.wait() == 0);
    BOOST_TEST(must(store.verify()).records == count);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(two_repairs_at_once_move_each_file_once, beside_writers) {
    engine second(options_under_test());
    doc_store first_store = open();
    doc_store second_store = must(doc_store::open(second, root(), "pages"));
    for (unsigned round = 1; round <= 5; ++round) {
        damage_all();
        cancellable first(first_store.repair());
        cancellable other(second_store.repair());
        auto const reports = {first.finish(), other.finish()};
        std::uint64_t moved = 0;
        for (auto const& one : reports) {
            BOOST_TEST(!one.error.failed());
            moved += one.value.quarantined;
        }
        BOOST_TEST(moved == count);
        BOOST_TEST(tree_of(collection() / ".storh/corrupt").size() == round * count);
    }
}

BOOST_FIXTURE_TEST_CASE(a_repair_that_is_killed_loses_nothing, beside_writers) {
    on.reset();
    std::mt19937_64 random(random_seed("a_repair_that_is_killed_loses_nothing"));
    damage_all();
    for (unsigned n = 0; n < count; ++n) {
        uuid_v7 const stray = id_in_bucket(n % 4, 1000 + n);
        write_file(stray_of(stray, "ff"), text_of(stray));
    }
    for (int round = 0; round < 12; ++round) {
        child mender([&](int ready) {
            engine own(options_under_test());
            doc_store store = must(doc_store::open(own, root(), "pages"));
            report(ready, ".");
            must(store.repair());
            return 0;
        });
        (void)mender.read(1);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
        mender.signal(SIGKILL);
        (void)mender.wait();
        BOOST_TEST(list_files(directory.path(), ".jsonc").size() == 2 * count);
    }
    on = std::make_unique<engine>(options_under_test());
    doc_store store = open();
    must(store.repair());
    BOOST_TEST(must(store.verify(noting())).records == count);
    BOOST_TEST(seen.empty());
    BOOST_TEST(tree_of(collection() / ".storh/corrupt").size() == count);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
