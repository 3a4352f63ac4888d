// Bursts with back-pressure.

#include "integration/support/child.hpp"
#include "integration/support/store_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <span>
#include <string>
#include <thread>

namespace storh::test {
namespace {

/// An executor for on_durable that runs when the test says so.
struct announcing : store_fixture {
    inserter make(doc_store& store, inserter_options options) {
        options.on_durable([this](std::span<uuid_v7 const> ids) {
            BOOST_TEST(!is_telling);
            is_telling = true;
            told.insert(told.end(), ids.begin(), ids.end());
            is_telling = false;
        });
        return store.make_inserter(io.get_executor(), std::move(options));
    }

    template <class Value, class Initiation, class... Args>
    outcome<Value> run_one(operation_of<void(error_code, Value), Initiation, Args...> operation) {
        outcome<Value> result;
        bool is_done = false;
        std::move(operation)(asio::bind_executor(io.get_executor(), [&](error_code e, Value v) {
            result = outcome<Value>(e, std::move(v));
            is_done = true;
        }));
        io.restart();
        while (!is_done) io.run_one();
        return result;
    }

    asio::io_context io;
    std::vector<uuid_v7> told;
    bool is_telling = false;
};

std::string line_of(uuid_v7 const& id, char const* data) {
    return "{\"data\":" + std::string(data) + ", \"id\":\"" + id.to_string() + "\"}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inserter_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(everything_taken_is_told_before_finish, announcing) {
    doc_store store = open();
    inserter rows = make(store, inserter_options().in_flight(64));
    std::vector<uuid_v7> ids;
    for (int n = 0; n < 1000; ++n) ids.push_back(run_one(rows.put(document_of(n))).value);
    auto const finished = run_one(rows.finish());
    BOOST_TEST(!finished.error.failed());
    BOOST_TEST(finished.value == 1000U);
    std::ranges::sort(ids);
    std::ranges::sort(told);
    BOOST_TEST((told == ids));
    BOOST_TEST((must(store.ids()) == ids));
}

BOOST_FIXTURE_TEST_CASE(ids_are_told_only_when_their_records_are_there, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    std::size_t count = 0;
    auto options = inserter_options().on_durable([&](std::span<uuid_v7 const> ids) {
        for (uuid_v7 const& id : ids) BOOST_TEST(std::filesystem::exists(file_of(id)));
        count += ids.size();
    });
    inserter rows = store.make_inserter(io.get_executor(), options);
    for (int n = 0; n < 100; ++n) must(rows.put(document_of(n)));
    rows.finish(asio::bind_executor(io.get_executor(), [](error_code, std::uint64_t) {}));
    io.run();
    BOOST_TEST(count == 100U);
}

BOOST_FIXTURE_TEST_CASE(a_full_window_makes_the_next_put_wait, store_fixture) {
    doc_store store = open();
    must(store.put(document_of(0)));
    held_lock lock((collection() / ".storh/write.lock").string());
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor(), inserter_options().in_flight(10));
    burst<uuid_v7> puts;
    for (int n = 0; n < 30; ++n) puts.add(rows.put(document_of(n)));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    BOOST_TEST(puts.poll() == 10U);
    lock.release();
    BOOST_TEST(count_errors(puts.run(), error_code()) == 30U);
    BOOST_TEST(must(rows.finish()) == 30U);
}

BOOST_FIXTURE_TEST_CASE(a_record_that_cannot_be_encoded_fails_its_own_put, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor());
    json::object bad;
    bad["a"] = "\xff";
    must(rows.put(document_of(1)));
    BOOST_TEST(wait(rows.put(bad)).error == errc::invalid_json);
    BOOST_TEST(wait(rows.put(uuid_v7(), document_of(1))).error == errc::invalid_id);
    must(rows.put(document_of(2)));
    BOOST_TEST(must(rows.finish()) == 2U);
}

BOOST_FIXTURE_TEST_CASE(a_failed_write_is_told_once_and_the_rest_is_written, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor());
    uuid_v7 const id = uuid_v7::generate();
    std::filesystem::create_directories(file_of(id));
    must(rows.put(id, document_of(1)));
    auto const failed = wait(rows.finish());
    BOOST_TEST(failed.error == boost::system::errc::is_a_directory);
    BOOST_TEST(rows.last_error().path() == file_of(id).string());
    must(rows.put(document_of(2)));
    BOOST_TEST(must(rows.finish()) == 1U);
}

BOOST_FIXTURE_TEST_CASE(lines_are_rows_and_a_record_line_is_its_file, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor());
    uuid_v7 const id = uuid_v7::generate();
    std::string const line = line_of(id, "{\"n\": 1.50}");
    BOOST_TEST(must(rows.put_line(line + "\r\n")) == id);
    BOOST_TEST(must(rows.put_line("  ")).is_nil());
    uuid_v7 const made = must(rows.put_line("{\"n\":2}"));
    BOOST_TEST(wait(rows.put_line("[1]")).error == errc::invalid_row);
    BOOST_TEST(wait(rows.put_line("{\"n\":")).error == errc::invalid_json);
    BOOST_TEST(wait(rows.put_line("{\"id\":\"x\",\"data\":{}}")).error == errc::invalid_id);
    BOOST_TEST(must(rows.finish()) == 2U);
    BOOST_TEST(read_file(file_of(id)) == line + "\n");
    BOOST_TEST(must(store.get(made))->data() == document_of(2));
}

BOOST_FIXTURE_TEST_CASE(a_line_over_the_limit_is_refused, store_fixture) {
    doc_store store = open(store_options().record_bytes_max(1000));
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor());
    std::string const text = "{\"a\":\"" + std::string(1000, 'x') + "\"}";
    BOOST_TEST(wait(rows.put_line(text)).error == errc::record_too_large);
    auto const verbatim = wait(rows.put_line(line_of(uuid_v7::generate(), text.c_str())));
    BOOST_TEST(verbatim.error == errc::record_too_large);
    BOOST_TEST(must(rows.finish()) == 0U);
}

BOOST_FIXTURE_TEST_CASE(a_destroyed_inserter_gives_up_nothing, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    {
        inserter rows = store.make_inserter(io.get_executor());
        for (int n = 0; n < 100; ++n) must(rows.put(document_of(n)));
    }
    must(store.close());
    BOOST_TEST(list_files(collection() / "data", ".jsonc").size() == 100U);
}

BOOST_FIXTURE_TEST_CASE(an_inserter_of_a_closed_or_empty_store_says_closed, store_fixture) {
    asio::io_context io;
    doc_store store = open();
    inserter rows = store.make_inserter(io.get_executor());
    must(store.close());
    BOOST_TEST(wait(rows.put(document_of(1))).error == errc::closed);
    BOOST_TEST(must(rows.finish()) == 0U);
    inserter none = doc_store().make_inserter(io.get_executor());
    BOOST_TEST(wait(none.put(document_of(1))).error == errc::closed);
    BOOST_TEST(wait(none.put_line("{\"n\":1}")).error == errc::closed);
}

BOOST_FIXTURE_TEST_CASE(any_number_of_waiting_puts_may_be_cancelled, store_fixture) {
    doc_store store = open();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor(), inserter_options().in_flight(1));
    constexpr int puts = 50000;
    std::deque<asio::cancellation_signal> signals(puts);
    int ended = 0;
    for (auto& signal : signals) {
        auto count = asio::bind_executor(io, [&](error_code, uuid_v7) { ++ended; });
        rows.put(document_of(1), asio::bind_cancellation_slot(signal.slot(), std::move(count)));
    }
    for (auto& signal : signals) signal.emit(asio::cancellation_type::total);
    io.run();
    BOOST_TEST(ended == puts);
    (void)must(rows.finish());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
