// The ends of things: stores, handles, engines and contexts, with operations in flight.

#include "integration/support/store_fixture.hpp"

#include <string>

namespace storh::test {
namespace {

/// Every operation of `store` fails with `expected`.
void check_all_fail(doc_store& store, errc expected) {
    uuid_v7 const id = uuid_v7::generate();
    BOOST_TEST(wait(store.put(document_of(1))).error == expected);
    BOOST_TEST(wait(store.put(id, document_of(1))).error == expected);
    BOOST_TEST(wait(store.get(id)).error == expected);
    BOOST_TEST(wait(store.get_many(std::vector<uuid_v7>(2, id))).error == expected);
    BOOST_TEST(wait(store.put_many(std::vector<put_row>(2))).error == expected);
    BOOST_TEST(wait(store.remove(id)).error == expected);
    BOOST_TEST(wait(store.patch(id, document_of(1))).error == expected);
    BOOST_TEST(wait(store.ids()).error == expected);
    BOOST_TEST(wait(store.stats()).error == expected);
    BOOST_TEST(wait(store.export_jsonl("/dev/null")).error == expected);
    BOOST_TEST(wait(store.import_jsonl("/dev/null")).error == expected);
}

/// Starts one of each operation, `handler` being called for each.
template <class Handler>
void start_each(doc_store& store, engine& on, std::string const& root, uuid_v7 const& id,
                asio::io_context& io, Handler handler) {
    auto const token = [&] { return asio::bind_executor(io.get_executor(), handler); };
    store.put(document_of(1), token());
    store.put(id, document_of(2), token());
    store.get(id, token());
    store.get(uuid_v7::generate(), token());
    store.get_many(std::vector<uuid_v7>(50, id), token());
    store.put_many(std::vector<put_row>(50, put_row(document_of(1))), token());
    store.patch(id, document_of(3), token());
    store.remove(uuid_v7::generate(), token());
    store.ids(token());
    store.stats(token());
    store.export_jsonl(root + "/pages.jsonl", token());
    store.import_jsonl(fixture_path("storh-0.5.0/vectors/jsonl-import/input.jsonl"), token());
    doc_store::open(on, root, "other", token());
    inserter rows = store.make_inserter(io.get_executor(), inserter_options().in_flight(2));
    for (int n = 0; n < 10; ++n) rows.put(document_of(n), token());
    rows.finish(token());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(closing_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(close_waits_for_a_thousand_puts_in_flight, store_fixture) {
    for (durability const kind : {durability::record, durability::group}) {
        doc_store store = open(store_options().durable(kind));
        std::size_t const before = list_files(directory.path(), ".jsonc").size();
        burst<record> puts;
        for (int n = 0; n < 1000; ++n) puts.add(store.put(document_of(n)));
        must(store.close());
        BOOST_TEST(list_files(directory.path(), ".jsonc").size() - before == 1000U);
        BOOST_TEST(count_errors(puts.run(), error_code()) == 1000U);
        BOOST_TEST(temps().empty());
        BOOST_TEST(std::filesystem::is_empty(collection() / ".storh/writers"));
    }
}

BOOST_FIXTURE_TEST_CASE(operations_after_close_say_closed, store_fixture) {
    doc_store store = open();
    must(store.put(document_of(1)));
    must(store.close());
    auto const before = tree_of(directory.path());
    check_all_fail(store, errc::closed);
    must(store.close());
    BOOST_TEST((tree_of(directory.path()) == before));
}

BOOST_AUTO_TEST_CASE(an_empty_handle_says_closed) {
    doc_store store;
    check_all_fail(store, errc::closed);
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(closing_many_times_at_once_is_fine, store_fixture) {
    doc_store store = open();
    must(store.put(document_of(1)));
    asio::io_context io;
    int count = 0;
    for (int n = 0; n < 20; ++n) {
        doc_store copy = store;
        copy.close(asio::bind_executor(io.get_executor(), [&](error_code error) {
            BOOST_TEST(!error.failed());
            ++count;
        }));
    }
    io.run();
    BOOST_TEST(count == 20);
}

BOOST_FIXTURE_TEST_CASE(an_engine_may_go_before_its_handles, store_fixture) {
    doc_store store = open();
    must(store.put(document_of(1)));
    doc_store const copy = store;
    on.reset();
    BOOST_TEST(std::filesystem::is_empty(collection() / ".storh/writers"));
    check_all_fail(store, errc::closed);
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(an_engine_that_goes_finishes_what_was_started, store_fixture) {
    doc_store store = open();
    burst<record> puts;
    for (int n = 0; n < 500; ++n) puts.add(store.put(document_of(n)));
    on.reset();
    BOOST_TEST(count_errors(puts.run(), error_code()) == 500U);
    BOOST_TEST(list_files(directory.path(), ".jsonc").size() == 500U);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(an_engine_that_goes_completes_every_kind_of_operation, store_fixture) {
    for (int round = 0; round < 10; ++round) {
        on = std::make_unique<engine>(options_under_test());
        doc_store store = open();
        uuid_v7 const id = must(store.put(document_of(0))).id();
        asio::io_context io;
        int count = 0;
        start_each(store, *on, root(), id, io, [&](auto const&...) { ++count; });
        on.reset();
        io.run();
        BOOST_TEST(count == 24);
    }
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_handle_may_go_with_operations_in_flight, store_fixture) {
    burst<record> puts;
    {
        doc_store store = open();
        for (int n = 0; n < 500; ++n) puts.add(store.put(document_of(n)));
    }
    BOOST_TEST(count_errors(puts.run(), error_code()) == 500U);
    BOOST_TEST(must(open().ids()).size() == 500U);
}

BOOST_FIXTURE_TEST_CASE(a_context_may_go_with_operations_in_flight, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(0))).id();
    for (int round = 0; round < 20; ++round) {
        auto io = std::make_unique<asio::io_context>();
        auto const counted = std::make_shared<int>(0);
        start_each(store, *on, root(), id, *io, [counted](auto const&...) { ++*counted; });
        if (round % 2 == 1) io->run_for(std::chrono::microseconds(300 * round));
        io.reset();
        // Every handler has been called or destroyed, so nobody else holds the count.
        BOOST_TEST(counted.use_count() == 1);
    }
    must(store.close());
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(everything_may_go_at_once, store_fixture) {
    for (int round = 0; round < 10; ++round) {
        auto io = std::make_unique<asio::io_context>();
        on = std::make_unique<engine>(options_under_test());
        {
            doc_store store = open();
            uuid_v7 const id = must(store.put(document_of(0))).id();
            start_each(store, *on, root(), id, *io, [](auto const&...) {});
        }
        round % 2 == 0 ? on.reset() : io.reset();
        on.reset();
    }
    BOOST_TEST(temps().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
