// Opening: what is looked at, what is refused, and that nothing is created by it.

#include "integration/support/store_fixture.hpp"

#include <sys/stat.h>

#include <string>

namespace storh::test {
namespace {

constexpr access_mode every_mode[] = {access_mode::read_only, access_mode::read_write,
                                      access_mode::exclusive};

struct opening : store_fixture {
    outcome<doc_store> try_open(access_mode mode, error_info* info = nullptr) {
        return wait(doc_store::open(*on, root(), "pages", store_options().access(mode), info));
    }

    /// `name` in the collection's directory makes every opening fail and nothing new.
    void check_wrong_engine(std::string const& name) {
        write_file(collection() / name, "");
        auto const before = tree_of(directory.path());
        for (access_mode const mode : every_mode) {
            error_info info;
            BOOST_TEST(try_open(mode, &info).error == errc::wrong_engine, name);
            BOOST_TEST(info.path().starts_with(collection().string()));
            BOOST_TEST(!info.detail().empty());
        }
        BOOST_TEST((tree_of(directory.path()) == before));
        std::filesystem::remove_all(collection());
    }

    void copy_fixture(char const* name) {
        std::filesystem::copy(fixture_path(std::string("storh-0.5.0/") + name + "/root"),
                              directory.path(), std::filesystem::copy_options::recursive);
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(store_open_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_collection_that_does_not_exist_is_empty_and_stays_so, opening) {
    doc_store store = open();
    BOOST_TEST(!must(store.get(uuid_v7::generate())));
    BOOST_TEST(!must(store.patch(uuid_v7::generate(), document_of(1))));
    BOOST_TEST(must(store.ids()).empty());
    BOOST_TEST(must(store.stats()).records == 0U);
    BOOST_TEST(must(store.get_many(std::vector<uuid_v7>(3, uuid_v7::generate()))).size() == 3U);
    must(store.close());
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(a_removal_from_a_collection_that_does_not_exist_finds_nothing, opening) {
    doc_store store = open();
    BOOST_TEST(!must(store.remove(uuid_v7::generate())));
    must(store.close());
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(a_file_in_place_of_the_collection_is_named_as_what_it_is, opening) {
    doc_store store = open();
    write_file(collection(), "not a directory");
    uuid_v7 const id = uuid_v7::generate();
    auto const reason = boost::system::errc::not_a_directory;
    BOOST_TEST((wait(store.get(id)).error == reason));
    BOOST_TEST((wait(store.get_many(std::vector<uuid_v7>(3, id))).error == reason));
    BOOST_TEST((wait(store.patch(id, document_of(1))).error == reason));
    BOOST_TEST((wait(store.ids()).error == reason));
    BOOST_TEST(wait(store.put(document_of(1))).error.failed());
}

BOOST_FIXTURE_TEST_CASE(read_only_needs_a_collection, opening) {
    error_info info;
    auto const opened = try_open(access_mode::read_only, &info);
    BOOST_TEST(opened.error == boost::system::errc::no_such_file_or_directory);
    BOOST_TEST(info.path() == collection().string());
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(read_only_reads_everything_and_creates_nothing, opening) {
    copy_fixture("doc-crashed");
    auto const before = tree_of(directory.path());
    doc_store store = open(store_options().access(access_mode::read_only));
    std::vector<uuid_v7> const ids = must(store.ids());
    BOOST_TEST(ids.size() > 50U);
    (void)wait(store.get_many(ids));
    (void)must(store.stats());
    boost::system::error_code const refused(EROFS, boost::system::system_category());
    BOOST_TEST(wait(store.put(document_of(1))).error == refused);
    BOOST_TEST(wait(store.remove(ids[0])).error == refused);
    BOOST_TEST(wait(store.patch(ids[0], document_of(1))).error == refused);
    std::vector<put_row> rows(2, put_row(document_of(1)));
    BOOST_TEST(wait(store.put_many(std::move(rows))).error == refused);
    must(store.close());
    BOOST_TEST((tree_of(directory.path()) == before));
}

BOOST_FIXTURE_TEST_CASE(directories_of_logs_and_queues_are_refused, opening) {
    for (char const* const name : {"collection.lock", "segments/seg-000001.ndjson",
                                   "manifest.jsonc", "queue.log", "queue.lock"}) {
        check_wrong_engine(name);
    }
}

BOOST_FIXTURE_TEST_CASE(a_directory_that_becomes_a_queue_takes_no_first_write, opening) {
    doc_store store = open();
    write_file(collection() / "queue.log", "");
    error_info info;
    auto const put = wait(store.put(document_of(1), put_options().info(info)));
    BOOST_TEST(put.error == errc::wrong_engine);
    BOOST_TEST(info.path() == (collection() / "queue.log").string());
}

BOOST_FIXTURE_TEST_CASE(a_collection_that_is_a_file_is_an_error, opening) {
    write_file(collection(), "a file");
    for (access_mode const mode : every_mode) {
        error_info info;
        BOOST_TEST(try_open(mode, &info).error == boost::system::errc::not_a_directory);
        BOOST_TEST(info.path() == collection().string());
    }
    BOOST_TEST(read_file(collection()) == "a file");
}

BOOST_FIXTURE_TEST_CASE(index_files_of_php_stop_writers_and_not_readers, opening) {
    copy_fixture("doc");
    auto const before = tree_of(directory.path());
    for (access_mode const mode : {access_mode::read_write, access_mode::exclusive}) {
        error_info info;
        BOOST_TEST(try_open(mode, &info).error == errc::foreign_indexes);
        BOOST_TEST(info.path() == (collection() / ".storh/indexes").string());
    }
    doc_store reader = open(store_options().access(access_mode::read_only));
    BOOST_TEST(must(reader.ids()).size() == 59U);
    BOOST_TEST((tree_of(directory.path()) == before));
}

BOOST_FIXTURE_TEST_CASE(index_files_of_php_are_dropped_on_request, opening) {
    copy_fixture("doc");
    auto const records = tree_of(collection() / "data");
    doc_store store = open(store_options().drop_php_indexes(true));
    BOOST_TEST(!std::filesystem::exists(collection() / ".storh/indexes"));
    must(store.put(document_of(1)));
    must(store.close());
    auto after = tree_of(collection() / "data");
    for (auto const& [path, bytes] : records) BOOST_TEST(after.at(path) == bytes);
}

BOOST_FIXTURE_TEST_CASE(indexes_that_php_defines_after_opening_stop_the_first_write, opening) {
    doc_store store = open();
    write_file(collection() / ".storh/indexes/manifest.jsonc", "{}\n");
    BOOST_TEST(wait(store.put(document_of(1))).error == errc::foreign_indexes);
    BOOST_TEST(must(store.ids()).empty());
}

BOOST_FIXTURE_TEST_CASE(trailing_slashes_of_the_root_do_not_matter, opening) {
    record const stored = must(open().put(document_of(1)));
    doc_store other = must(doc_store::open(*on, root() + "///", "pages"));
    BOOST_TEST(must(other.get(stored.id())).has_value());
}

BOOST_FIXTURE_TEST_CASE(roots_are_made_by_the_first_write, opening) {
    doc_store store = must(doc_store::open(*on, root() + "/a/b/c", "pages"));
    BOOST_TEST(tree_of(directory.path()).empty());
    record const stored = must(store.put(document_of(1)));
    BOOST_TEST(std::filesystem::exists(record_path(directory.path() / "a/b/c", stored.id())));
}

BOOST_FIXTURE_TEST_CASE(a_reader_finds_a_collection_that_is_made_after_it_opened, opening) {
    doc_store reader = open();
    record const stored = must(open().put(document_of(1)));
    BOOST_TEST(must(reader.get(stored.id())).has_value());
    BOOST_TEST(must(reader.ids()).size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(two_stores_of_one_engine_share_a_collection, opening) {
    doc_store first = open();
    doc_store second = open();
    record const a = must(first.put(document_of(1)));
    record const b = must(second.put(document_of(2)));
    BOOST_TEST(must(second.get(a.id()))->data() == document_of(1));
    BOOST_TEST(must(first.get(b.id()))->data() == document_of(2));
    must(first.close());
    BOOST_TEST(must(second.get(a.id())).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
