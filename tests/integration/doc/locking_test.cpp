// The lock between processes: timeouts, exclusive access, and letting others in.

#include "integration/support/child.hpp"
#include "integration/support/php_writer.hpp"
#include "integration/support/store_fixture.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace storh::test {
namespace {

using namespace std::chrono_literals;

struct locked_out : store_fixture {
    locked_out() {
        doc_store store = open();
        stored = must(store.put(document_of(0)));
        must(store.close());
    }

    [[nodiscard]] std::string lock_path() const {
        return (collection() / ".storh/write.lock").string();
    }

    record stored;
};

store_options exclusively(std::chrono::milliseconds timeout = 100ms) {
    return store_options().access(access_mode::exclusive).lock_timeout(timeout);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(locking_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_lock_held_elsewhere_times_out_and_leaves_no_temp, locked_out) {
    for (durability const kind : {durability::record, durability::group}) {
        child other([this](int ready) {
            held_lock const lock(lock_path());
            report(ready, "x");
            std::this_thread::sleep_for(60s);
            return 0;
        });
        BOOST_REQUIRE(other.read(1) == "x");
        doc_store store = open(store_options().durable(kind).lock_timeout(150ms));
        auto const start = std::chrono::steady_clock::now();
        error_info info;
        auto const put = wait(store.put(document_of(1), put_options().info(info)));
        auto const waited = std::chrono::steady_clock::now() - start;
        BOOST_TEST(put.error == errc::locked);
        BOOST_TEST(!info.detail().empty());
        BOOST_TEST((waited >= 140ms && waited < 5s));
        BOOST_TEST(wait(store.remove(stored.id())).error == errc::locked);
        BOOST_TEST(wait(store.patch(stored.id(), document_of(2))).error == errc::locked);
        BOOST_TEST(temps().empty());
        BOOST_TEST(must(store.get(stored.id()))->data() == document_of(0));
        other.signal(SIGKILL);
        (void)other.wait();
        must(store.put(document_of(3)));
    }
}

BOOST_FIXTURE_TEST_CASE(a_lock_that_is_let_go_in_time_delays_a_put_only, locked_out) {
    doc_store store = open(store_options().lock_timeout(20s));
    auto lock = std::make_unique<held_lock>(lock_path());
    burst<record> puts;
    for (int n = 0; n < 100; ++n) puts.add(store.put(document_of(n)));
    std::this_thread::sleep_for(100ms);
    BOOST_TEST(puts.poll() == 0U);
    lock.reset();
    BOOST_TEST(count_errors(puts.run(), error_code()) == 100U);
}

BOOST_FIXTURE_TEST_CASE(exclusive_access_keeps_others_from_writing_until_close, locked_out) {
    doc_store owner = open(exclusively());
    doc_store other = open(store_options().lock_timeout(100ms));
    BOOST_TEST(must(other.get(stored.id())).has_value());
    BOOST_TEST(wait(other.put(document_of(1))).error == errc::locked);
    error_info info;
    auto const second = wait(doc_store::open(*on, root(), "pages", exclusively(), &info));
    BOOST_TEST(second.error == errc::locked);
    BOOST_TEST(info.path() == lock_path());
    burst<record> puts;
    for (int n = 0; n < 200; ++n) puts.add(owner.put(document_of(n)));
    BOOST_TEST(count_errors(puts.run(), error_code()) == 200U);
    must(owner.close());
    must(other.put(document_of(1)));
    doc_store next = open(exclusively());
    must(next.put(document_of(2)));
}

BOOST_FIXTURE_TEST_CASE(a_refused_exclusive_open_leaves_no_marker, locked_out) {
    held_lock const lock(lock_path());
    auto const before = tree_of(directory.path());
    auto const refused = wait(doc_store::open(*on, root(), "pages", exclusively()));
    BOOST_TEST(refused.error == errc::locked);
    BOOST_TEST((tree_of(directory.path()) == before));
}

BOOST_FIXTURE_TEST_CASE(exclusive_access_makes_the_collection, store_fixture) {
    doc_store owner = open(exclusively());
    BOOST_TEST(std::filesystem::exists(collection() / ".storh/write.lock"));
    must(owner.put(document_of(1)));
}

BOOST_FIXTURE_TEST_CASE(a_busy_store_lets_others_in, locked_out) {
    doc_store store = open();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor());
    std::atomic<bool> is_enough{false};
    std::jthread busy([&] {
        while (!is_enough) must(rows.put(document_of(1)));
    });
    php_writer php(collection());
    auto const start = std::chrono::steady_clock::now();
    for (int n = 0; n < 5; ++n) php.put(uuid_v7::generate(), "{\"php\":1}");
    auto const waited = std::chrono::steady_clock::now() - start;
    is_enough = true;
    busy.join();
    must(rows.finish());
    BOOST_TEST((waited < 10s));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
