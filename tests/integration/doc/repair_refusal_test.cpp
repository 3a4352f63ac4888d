// repair where it may not or cannot do its work: it says why, and everything is where it was.

#include "integration/support/child.hpp"
#include "integration/support/upkeep.hpp"

#include <chrono>
#include <filesystem>
#include <string>

namespace storh::test {
namespace {

namespace fs = std::filesystem;

uuid_v7 const id = id_in_bucket(0xab, 1);
char const* const garbage = "{\"id\":!";

struct refusing : upkeep_fixture {};

}  // namespace

BOOST_AUTO_TEST_SUITE(repair_refusal_suite,
                      *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_store_that_cannot_write_cannot_repair, refusing) {
    place(id, garbage);
    auto const before = tree_of(directory.path());
    doc_store reader = open(store_options().access(access_mode::read_only));
    BOOST_TEST(wait(reader.repair()).error == boost::system::errc::read_only_file_system);
    doc_store store = open();
    write_file(collection() / ".storh/indexes/manifest.jsonc", "{}\n");
    error_info info;
    auto const refused = wait(store.repair(upkeep_options().info(info)));
    BOOST_TEST(refused.error == errc::foreign_indexes);
    BOOST_TEST(info.path() == (collection() / ".storh/indexes").string());
    BOOST_TEST(read_file(file_of(id)) == garbage);
}

BOOST_FIXTURE_TEST_CASE(exclusive_access_can_repair, refusing) {
    place(id, garbage);
    doc_store store = open(store_options().access(access_mode::exclusive));
    BOOST_TEST(must(store.repair()).quarantined == 1U);
}

BOOST_FIXTURE_TEST_CASE(it_waits_for_the_lock_only_so_long, refusing) {
    place(id, garbage);
    doc_store store = open(store_options().lock_timeout(std::chrono::milliseconds(50)));
    must(store.put(document_of(1)));
    {
        held_lock const other_process((collection() / ".storh/write.lock").string());
        error_info info;
        auto const failed = wait(store.repair(upkeep_options().info(info)));
        BOOST_TEST(failed.error == errc::locked);
        BOOST_TEST(!info.path().empty());
        BOOST_TEST(read_file(file_of(id)) == garbage);
    }
    BOOST_TEST(must(store.repair()).quarantined == 1U);
    must(store.put(document_of(2)));
}

BOOST_FIXTURE_TEST_CASE(a_quarantine_that_cannot_be_fails_it_and_loses_nothing, refusing) {
    place(id, garbage);
    fs::path const outside = directory.path() / "outside";
    fs::create_directories(outside);
    fs::create_directories(collection() / ".storh");
    fs::path const corrupt = collection() / ".storh/corrupt";
    doc_store store = open();
    error_info info;
    write_file(corrupt, "a file");
    BOOST_TEST(wait(store.repair(upkeep_options().info(info))).error ==
               boost::system::errc::not_a_directory);
    BOOST_TEST(info.path() == file_of(id).string());
    fs::remove(corrupt);
    fs::create_directory_symlink(outside, corrupt);
    BOOST_TEST(wait(store.repair()).error == boost::system::errc::too_many_symbolic_link_levels);
    BOOST_TEST(read_file(file_of(id)) == garbage);
    BOOST_TEST(fs::is_empty(outside));
    fs::remove(corrupt);
    BOOST_TEST(must(store.repair()).quarantined == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
