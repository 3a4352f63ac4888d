// Exports that are cut short, by whatever it is: the old file stays as it was, or the new one is
// there whole, and nothing else remains.

#include "integration/support/cancellable.hpp"
#include "integration/support/child.hpp"
#include "integration/support/jsonl.hpp"
#include "integration/support/mounted_image.hpp"
#include "support/seed.hpp"

#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

namespace storh::test {
namespace {

namespace fs = std::filesystem;
using ids = std::vector<uuid_v7>;

struct half_way_fixture : jsonl_fixture {
    half_way_fixture() {
        for (unsigned n = 0; n < 400; ++n) {
            placed.push_back(id_at(1'700'000'000'000 + n, n * 37, n));
            std::string const text(10'000, 'x');
            place(placed.back(), text_of_record(placed.back(), "{\"text\":\"" + text + "\"}"));
        }
        lines = lines_of(placed);
    }

    /// Whether the file is the old one, and that it is one of the two.
    bool is_old() {
        std::string const text = exported();
        BOOST_REQUIRE((text == "old\n" || text == lines));
        return text == "old\n";
    }

    ids placed;
    std::string lines;
};

void pause(std::mt19937_64& random, unsigned us_max) {
    auto const until =
        std::chrono::steady_clock::now() + std::chrono::microseconds(random() % us_max);
    while (std::chrono::steady_clock::now() < until) std::this_thread::yield();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(export_life_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(a_cancelled_export_leaves_the_old_file_or_has_ended, half_way_fixture) {
    std::mt19937_64 random(random_seed("export_life_suite/cancelled"));
    doc_store store = open();
    for (int round = 0; round < 40; ++round) {
        write_target("old\n");
        cancellable run(store.export_jsonl(target()));
        pause(random, round % 2 == 0 ? 3000 : 60000);
        run.cancel(every_type[static_cast<std::size_t>(round) % every_type.size()]);
        auto const result = run.finish();
        BOOST_TEST((!result.error || result.error == asio::error::operation_aborted));
        BOOST_TEST(is_old() == result.error.failed());
    }
    must(store.close());
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(closing_the_store_ends_an_export, half_way_fixture) {
    std::mt19937_64 random(random_seed("export_life_suite/closed"));
    for (int round = 0; round < 20; ++round) {
        write_target("old\n");
        doc_store store = open();
        burst<std::uint64_t> exports;
        exports.add(store.export_jsonl(target()));
        pause(random, 30000);
        must(store.close());
        BOOST_TEST(export_temps().empty());
        error_code const error = exports.run().front().error;
        BOOST_TEST((!error || error == errc::closed), error.message());
        BOOST_TEST(is_old() == error.failed());
    }
}

BOOST_FIXTURE_TEST_CASE(an_engine_that_goes_ends_an_export, half_way_fixture) {
    std::mt19937_64 random(random_seed("export_life_suite/engine"));
    for (int round = 0; round < 10; ++round) {
        write_target("old\n");
        on = std::make_unique<engine>(options_under_test());
        doc_store store = open();
        burst<std::uint64_t> exports;
        exports.add(store.export_jsonl(target()));
        pause(random, 30000);
        on.reset();
        BOOST_TEST(export_temps().empty());
        BOOST_TEST(is_old() == exports.run().front().error.failed());
    }
}

BOOST_FIXTURE_TEST_CASE(a_context_may_go_during_an_export, half_way_fixture) {
    write_target("old\n");
    doc_store store = open();
    for (int round = 0; round < 10; ++round) {
        asio::io_context io;
        store.export_jsonl(
            target(), asio::bind_executor(io.get_executor(), [](error_code, std::uint64_t) {}));
        if (round % 2 == 0) io.run_for(std::chrono::milliseconds(round));
    }
    must(store.close());
    (void)is_old();
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(exports_to_one_path_at_once_are_each_whole, half_way_fixture) {
    doc_store store = open();
    burst<std::uint64_t> exports;
    for (int n = 0; n < 8; ++n) exports.add(store.export_jsonl(target()));
    BOOST_TEST(count_errors(exports.run(), error_code()) == 8U);
    BOOST_TEST(!is_old());
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_write_that_fails_leaves_the_old_file, half_way_fixture) {
    write_target("old\n");
    on.reset();
    child limited([&](int) {
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit const most = {2'500'000, 2'500'000};
        if (::setrlimit(RLIMIT_FSIZE, &most) != 0) return 2;
        engine own(options_under_test());
        doc_store store = must(doc_store::open(own, root(), "pages"));
        error_info info;
        auto const result = wait(store.export_jsonl(target(), export_options().info(info)));
        return result.error == boost::system::errc::file_too_large && info.path() == target() ? 0
                                                                                              : 1;
    });
    BOOST_TEST(limited.wait() == 0);
    BOOST_TEST(is_old());
    BOOST_TEST(export_temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_full_disk_leaves_the_old_file, half_way_fixture,
                        *utf::precondition(can_mount)) {
    on.reset();
    mounted_image const image("ext4", 48U << 20);
    // Its threads see the mount because they are started behind it.
    on = std::make_unique<engine>(options_under_test());
    fs::path const path = image.path() / "pages.jsonl";
    write_file(path, "old\n");
    // The free space, of which root may use what is kept from others.
    std::uintmax_t const left = fs::space(image.path()).free;
    write_file(image.path() / "filler", std::string(left - (2U << 20), 'x'));
    doc_store store = open();
    error_info info;
    auto const result = wait(store.export_jsonl(path.string(), export_options().info(info)));
    BOOST_TEST(result.error == boost::system::errc::no_space_on_device, result.error.message());
    BOOST_TEST(info.path() == path.string());
    BOOST_TEST(read_file(path) == "old\n");
    BOOST_TEST(paths_ending(image.path(), ".tmp").empty());
    on.reset();
}

BOOST_FIXTURE_TEST_CASE(a_killed_export_leaves_the_old_file_and_the_next_one_sweeps,
                        half_way_fixture) {
    on.reset();
    bool was_half_way = false;
    for (int round = 0; round < 50 && !was_half_way; ++round) {
        write_target("old\n");
        child exporter([&](int) {
            engine own(options_under_test());
            doc_store store = must(doc_store::open(own, root(), "pages"));
            must(store.export_jsonl(target()));
            return 0;
        });
        while (export_temps().empty() && exported() == "old\n") std::this_thread::yield();
        exporter.signal(SIGKILL);
        (void)exporter.wait();
        was_half_way = is_old() && !export_temps().empty();
    }
    BOOST_TEST(was_half_way);
    on = std::make_unique<engine>(options_under_test());
    doc_store store = open();
    must(store.export_jsonl(target()));
    // Its maker may be about to lock it.
    BOOST_TEST(!export_temps().empty());
    for (std::string const& left : export_temps()) {
        fs::last_write_time(outside() / left,
                            fs::file_time_type::clock::now() - std::chrono::minutes(2));
    }
    must(store.export_jsonl(target()));
    BOOST_TEST(export_temps().empty());
    BOOST_TEST(!is_old());
}

BOOST_FIXTURE_TEST_CASE(an_export_that_is_alive_is_not_swept, half_way_fixture) {
    doc_store store = open();
    for (int round = 0; round < 10; ++round) {
        auto const counts = std::make_shared<progress>();
        burst<std::uint64_t> exports;
        exports.add(store.export_jsonl(target(), export_options().report_to(counts)));
        // With lines in the file it is locked.
        while (counts->done() == 0) std::this_thread::yield();
        for (std::string const& name : export_temps()) {
            std::error_code is_gone;
            fs::last_write_time(outside() / name,
                                fs::file_time_type::clock::now() - std::chrono::hours(1), is_gone);
        }
        exports.add(store.export_jsonl((outside() / "second").string()));
        BOOST_TEST(count_errors(exports.run(), error_code()) == 2U);
        BOOST_TEST(!is_old());
    }
    BOOST_TEST(export_temps().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
