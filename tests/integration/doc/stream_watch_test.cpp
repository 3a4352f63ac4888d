// What is known of the directories follows what happens in them, so that a page need not list again
// what a few writes have changed.

#include "integration/support/child.hpp"
#include "integration/support/php_writer.hpp"
#include "integration/support/stream.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <thread>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

std::uint64_t listings(doc_store& store) {
    return must(store.stats()).listings;
}

/// Where the kernel lets nobody watch, or not any more, everything is right and only slower.
bool has_watches() {
    std::FILE* const file = std::fopen("/proc/sys/fs/inotify/max_user_instances", "r");
    if (file == nullptr) return false;
    int count = 0;
    bool const is_read = std::fscanf(file, "%d", &count) == 1;
    (void)std::fclose(file);
    return is_read && count > 0;
}

boost::test_tools::assertion_result watches_and_backend(utf::test_unit_id id) {
    return has_watches() ? has_backend(id) : boost::test_tools::assertion_result(false);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_watch_suite, *utf::precondition(watches_and_backend))

BOOST_FIXTURE_TEST_CASE(writes_of_the_store_change_what_is_known_without_a_listing,
                        stream_fixture) {
    ids placed = place_many(600);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    std::uint64_t const before = listings(store);
    BOOST_TEST(before > 0U);
    for (unsigned round = 0; round < 50; ++round) {
        uuid_v7 const added = must(store.put(document_of(1))).id();
        placed.push_back(added);
        BOOST_TEST(must(store.remove(placed[round])));
        placed.erase(placed.begin() + round);
        BOOST_REQUIRE((stream_ids(store) == placed));
    }
    // A bucket that did not exist has to be looked into.
    BOOST_TEST(listings(store) <= before + 50);
    std::uint64_t const now = listings(store);
    for (unsigned round = 0; round < 50; ++round) {
        must(store.put(placed[round], document_of(2)));
        BOOST_REQUIRE((stream_ids(store) == placed));
    }
    BOOST_TEST(listings(store) == now);
}

BOOST_FIXTURE_TEST_CASE(so_do_those_of_another_process, stream_fixture) {
    ids placed = place_many(600);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    std::uint64_t const before = listings(store);
    ids const mine = placed;
    child writing([&](int) {
        php_writer writer(collection());
        for (unsigned n = 0; n < 100; ++n) {
            uuid_v7 const id = id_at(1'800'000'000'000 + n, mine[n].bucket(), n);
            writer.put(id, "{}");
            std::filesystem::remove(file_of(mine[n]));
        }
        return 0;
    });
    BOOST_TEST(writing.wait() == 0);
    for (unsigned n = 0; n < 100; ++n) {
        placed.push_back(id_at(1'800'000'000'000 + n, mine[n].bucket(), n));
    }
    placed.erase(placed.begin(), placed.begin() + 100);
    BOOST_TEST((stream_ids(store) == placed));
    BOOST_TEST(listings(store) == before);
}

BOOST_FIXTURE_TEST_CASE(more_changes_than_the_kernel_queues_end_in_a_listing, stream_fixture) {
    ids placed = place_many(256);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    auto const scratch = file_of(placed[0]).parent_path() / "scratch";
    for (unsigned n = 0; n < 20'000; ++n) {
        write_file(scratch, "");
        std::filesystem::remove(scratch);
    }
    std::filesystem::remove(file_of(placed[7]));
    placed.erase(placed.begin() + 7);
    BOOST_TEST((stream_ids(store) == placed));
}

BOOST_FIXTURE_TEST_CASE(a_data_directory_put_in_the_place_of_another_is_listed, stream_fixture) {
    ids placed = place_many(256);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    auto const data = collection() / "data";
    std::filesystem::copy(data, collection() / "copy", std::filesystem::copy_options::recursive);
    std::filesystem::rename(data, collection() / "old");
    std::filesystem::rename(collection() / "copy", data);
    // In the one that was watched, and nobody's business any more.
    std::filesystem::remove_all(collection() / "old");
    std::filesystem::remove(file_of(placed[3]));
    placed.erase(placed.begin() + 3);
    BOOST_TEST((stream_ids(store) == placed));
    place_number(id_at(1'900'000'000'000, 3, 3), 1);
    placed.push_back(id_at(1'900'000'000'000, 3, 3));
    BOOST_TEST((stream_ids(store) == placed));
}

BOOST_FIXTURE_TEST_CASE(a_bucket_put_in_the_place_of_another_is_listed, stream_fixture) {
    ids placed = place_many(512);
    doc_store store = open();
    BOOST_TEST((stream_ids(store) == placed));
    for (unsigned round = 0; round < 20; ++round) {
        auto const bucket = file_of(placed[round]).parent_path();
        auto const aside = collection() / "aside";
        std::filesystem::copy(bucket, aside);
        std::filesystem::remove(aside / file_of(placed[round]).filename());
        // In one step, or with a moment without it, or with a look at that moment.
        if (round % 3 == 0) {
            BOOST_REQUIRE(::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, bucket.c_str(),
                                      RENAME_EXCHANGE) == 0);
            std::filesystem::remove_all(aside);
        } else {
            std::filesystem::remove_all(bucket);
            if (round % 3 == 2) BOOST_TEST(stream_ids(store).size() < placed.size());
            std::filesystem::rename(aside, bucket);
        }
        placed.erase(placed.begin() + round);
        BOOST_REQUIRE((stream_ids(store) == placed));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
