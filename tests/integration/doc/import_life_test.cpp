// Imports from pipes that say nothing, and imports that are cut short: what was taken is durable,
// and the report says how much that is.

#include "integration/support/cancellable.hpp"
#include "integration/support/jsonl.hpp"
#include "io/unique_fd.hpp"
#include "support/seed.hpp"

#include <sys/socket.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

namespace storh::test {
namespace {

using namespace std::chrono_literals;

struct pipe_fixture : jsonl_fixture {
    pipe_fixture() {
        BOOST_REQUIRE(::mkfifo(path().c_str(), 0600) == 0);
        // Reading as well, so that opening does not wait for the import.
        writer.reset(::open(path().c_str(), O_RDWR | O_CLOEXEC));
        BOOST_REQUIRE(static_cast<bool>(writer));
    }

    [[nodiscard]] std::string path() const { return (outside() / "pipe").string(); }

    void write(std::string const& text) const {
        BOOST_REQUIRE(::write(writer.get(), text.data(), text.size()) ==
                      static_cast<ssize_t>(text.size()));
    }

    /// Waits until the collection has so many records.
    static void wait_for_records(doc_store& store, std::size_t count) {
        while (must(store.ids()).size() < count) std::this_thread::sleep_for(1ms);
    }

    io::unique_fd writer;
};

/// The writing and the reading end of a pipe, or of a pair of sockets.
struct two_ends {
    explicit two_ends(bool is_socket) {
        int ends[2];
        BOOST_REQUIRE((is_socket ? ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : ::pipe(ends)) ==
                      0);
        read.reset(ends[0]);
        write.reset(ends[1]);
    }
    io::unique_fd read;
    io::unique_fd write;
};

std::string path_of(io::unique_fd const& file) {
    return "/dev/fd/" + std::to_string(file.get());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(import_life_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(lines_of_a_pipe_are_stored_as_they_come, pipe_fixture) {
    doc_store store = open();
    cancellable run(store.import_jsonl(path()));
    write("{\"n\":1}\n{\"n\":2}\n{\"half\":");
    wait_for_records(store, 2);
    std::this_thread::sleep_for(150ms);
    BOOST_TEST(!run.is_done());
    write("1}\n{\"n\":4}");
    wait_for_records(store, 3);
    writer.reset();
    auto const result = run.finish();
    BOOST_TEST(!result.error, result.error.message());
    BOOST_TEST(result.value.records == 4U);
}

BOOST_FIXTURE_TEST_CASE(a_pipe_that_nobody_writes_to_yet_is_waited_for, pipe_fixture) {
    writer.reset();
    doc_store store = open();
    cancellable run(store.import_jsonl(path()));
    std::this_thread::sleep_for(50ms);
    BOOST_TEST(!run.is_done());
    writer.reset(::open(path().c_str(), O_WRONLY | O_CLOEXEC));
    write("{}\n");
    writer.reset();
    BOOST_TEST(run.finish().value.records == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_partial_cancellation_settles_although_the_pipe_idles, pipe_fixture) {
    doc_store store = open();
    error_info info;
    cancellable run(store.import_jsonl(path(), import_options().info(info)));
    write("{\"n\":1}\n{\"n\":2}\n{\"half\":");
    wait_for_records(store, 2);
    run.cancel(asio::cancellation_type::total);
    std::this_thread::sleep_for(150ms);
    BOOST_TEST(!run.is_done());
    run.cancel(asio::cancellation_type::partial);
    auto const result = run.finish();
    BOOST_TEST(result.error == asio::error::operation_aborted);
    BOOST_TEST(result.value.records == 2U);
    BOOST_TEST(must(store.ids()).size() == 2U);
}

BOOST_FIXTURE_TEST_CASE(a_terminal_cancellation_answers_at_once, pipe_fixture) {
    doc_store store = open();
    cancellable run(store.import_jsonl(path()));
    write("{\"n\":1}\n");
    wait_for_records(store, 1);
    run.cancel(asio::cancellation_type::terminal);
    BOOST_TEST(run.finish().error == errc::outcome_unknown);
    // The reading ends too.
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(a_write_that_fails_is_told_although_the_pipe_idles, pipe_fixture) {
    doc_store store = open();
    write_file(collection() / "data" / "05", "in the way");
    error_info info;
    cancellable run(store.import_jsonl(path(), import_options().info(info)));
    write("\n" + text_of_record(id_at(1'700'000'000'001, 5), "{}"));
    auto const result = run.finish();
    BOOST_TEST(result.error.failed());
    BOOST_TEST(result.value.records == 0U);
    BOOST_TEST(info.path() == path());
    BOOST_TEST(info.line() == 2U);
}

BOOST_FIXTURE_TEST_CASE(closing_the_store_ends_an_import_that_waits, pipe_fixture) {
    doc_store store = open();
    cancellable run(store.import_jsonl(path()));
    write("{\"n\":1}\n");
    wait_for_records(store, 1);
    must(store.close());
    auto const result = run.finish();
    BOOST_TEST(result.error == errc::closed);
    BOOST_TEST(result.value.records == 1U);
}

BOOST_FIXTURE_TEST_CASE(an_engine_that_goes_ends_an_import_that_waits, pipe_fixture) {
    doc_store store = open();
    cancellable run(store.import_jsonl(path()));
    write("{\"n\":1}\n");
    wait_for_records(store, 1);
    on.reset();
    auto const result = run.finish();
    BOOST_TEST(result.error == errc::closed);
    BOOST_TEST(result.value.records == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_context_may_go_during_an_import, pipe_fixture) {
    doc_store store = open();
    {
        asio::io_context io;
        store.import_jsonl(
            path(), asio::bind_executor(io.get_executor(), [](error_code, import_report) {}));
        write("{\"n\":1}\n");
        wait_for_records(store, 1);
    }
    must(store.close());
}

BOOST_FIXTURE_TEST_CASE(an_import_that_is_cancelled_amid_a_file_reports_what_is_durable,
                        jsonl_fixture) {
    std::mt19937_64 random(random_seed("import_life_suite/cancelled"));
    write_target(numbered_lines(3000));
    std::size_t half_way = 0;
    for (int round = 0; round < 10; ++round) {
        doc_store store = must(doc_store::open(*on, root(), "round" + std::to_string(round)));
        std::vector<uuid_v7> told;
        auto const writes = inserter_options().on_durable(
            [&](auto ids) { told.insert(told.end(), ids.begin(), ids.end()); });
        cancellable run(store.import_jsonl(target(), import_options().writes(writes)));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 60000));
        run.cancel(asio::cancellation_type::partial);
        auto const result = run.finish();
        BOOST_TEST((!result.error || result.error == asio::error::operation_aborted));
        BOOST_TEST((result.error || result.value.records == 3000U));
        BOOST_TEST(told.size() == result.value.records);
        std::ranges::sort(told);
        BOOST_TEST((told == must(store.ids())));
        half_way += result.error && result.value.records > 0 ? 1 : 0;
    }
    BOOST_TEST_MESSAGE(half_way << " of 10 were cancelled half-way");
}

BOOST_FIXTURE_TEST_CASE(closing_the_store_amid_a_file_keeps_what_was_taken, jsonl_fixture) {
    write_target(numbered_lines(3000));
    for (int round = 0; round < 5; ++round) {
        doc_store store = must(doc_store::open(*on, root(), "round" + std::to_string(round)));
        burst<import_report> imports;
        imports.add(store.import_jsonl(target()));
        std::this_thread::sleep_for(std::chrono::milliseconds(10 * round));
        must(store.close());
        auto const result = imports.run().front();
        BOOST_TEST((!result.error || result.error == errc::closed), result.error.message());
        doc_store again = must(doc_store::open(*on, root(), "round" + std::to_string(round)));
        BOOST_TEST(must(again.ids()).size() == result.value.records);
    }
}

BOOST_FIXTURE_TEST_CASE(own_descriptors_are_read_from_where_they_stand, jsonl_fixture) {
    doc_store store = open();
    for (bool const is_socket : {false, true}) {
        two_ends ends(is_socket);
        BOOST_REQUIRE(::write(ends.write.get(), "{}\n{}\n", 6) == 6);
        ends.write.reset();
        BOOST_TEST(must(store.import_jsonl(path_of(ends.read))).records == 2U);
        // The descriptor is still its owner's, with its flags.
        BOOST_TEST((::fcntl(ends.read.get(), F_GETFL) & O_NONBLOCK) == 0);
    }
    write_target("{\"n\":1}\n{\"n\":2}\n");
    io::unique_fd const file(::open(target().c_str(), O_RDONLY | O_CLOEXEC));
    BOOST_REQUIRE(::lseek(file.get(), 8, SEEK_SET) == 8);
    auto const counts = std::make_shared<progress>();
    BOOST_TEST(must(store.import_jsonl("/proc/self/fd/" + std::to_string(file.get()),
                                       import_options().report_to(counts)))
                   .records == 1U);
    BOOST_TEST(counts->total() == 8U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
