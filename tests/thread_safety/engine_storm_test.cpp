// One store used from many threads at once.

#include "integration/support/backend.hpp"
#include "integration/support/temp_directory.hpp"
#include "integration/support/wait.hpp"

#include <storh/doc_store.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace storh {
namespace {

constexpr int threads_count = 4;
constexpr int puts_each = 100;

json::object document_of(int number) {
    json::object document;
    document["n"] = number;
    return document;
}

/// A burst of puts, each read back: how many are not as they were written.
int put_and_get(doc_store store) {
    test::burst<record> puts;
    for (int number = 0; number < puts_each; ++number) puts.add(store.put(document_of(number)));
    test::burst<std::optional<record>> gets;
    int failures = 0;
    for (auto const& put : puts.run()) {
        put.error ? void(++failures) : gets.add(store.get(put.value.id()));
    }
    int number = 0;
    for (auto const& get : gets.run()) {
        bool const is_there = !get.error && get.value;
        failures += is_there && get.value->data() == document_of(number) ? 0 : 1;
        ++number;
    }
    return failures;
}

/// Puts on a context that goes while they are in flight.
void put_and_leave(doc_store store) {
    asio::io_context io;
    for (int number = 0; number < puts_each; ++number) {
        store.put(document_of(number), asio::bind_executor(io, [](auto, record const&) {}));
    }
    io.run_one();
}

struct storm_fixture {
    storm_fixture() : on(test::options_under_test().rings(2)) {}

    doc_store open() { return test::must(doc_store::open(on, directory.path().string(), "pages")); }

    /// Calls `work` on four threads at once.
    template <class Work>
    static void on_threads(Work work) {
        std::vector<std::thread> threads;
        for (int number = 0; number < threads_count; ++number) threads.emplace_back(work);
        for (std::thread& thread : threads) thread.join();
    }

    test::temp_directory directory;
    engine on;
};

BOOST_FIXTURE_TEST_SUITE(engine_storm_suite, storm_fixture,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(four_threads_put_and_get_on_one_handle) {
    doc_store const store = open();
    std::atomic<int> failures{0};
    on_threads([&] { failures += put_and_get(store); });
    BOOST_TEST(failures.load() == 0);
    BOOST_TEST(test::must(doc_store(store).ids()).size() ==
               static_cast<std::size_t>(threads_count * puts_each));
}

BOOST_AUTO_TEST_CASE(four_threads_open_write_and_close_one_collection) {
    std::atomic<int> failures{0};
    on_threads([&] {
        doc_store store = open();
        failures += put_and_get(store);
        test::must(store.close());
    });
    BOOST_TEST(failures.load() == 0);
}

BOOST_AUTO_TEST_CASE(contexts_of_four_threads_go_with_puts_in_flight) {
    doc_store store = open();
    on_threads([&] { put_and_leave(store); });
    test::must(store.close());
    BOOST_TEST(test::must(open().ids()).size() ==
               static_cast<std::size_t>(threads_count * puts_each));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
