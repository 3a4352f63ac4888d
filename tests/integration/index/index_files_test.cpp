// Index directories that are not as they were left, and those of storh for PHP.

#include "index/environment.hpp"
#include "integration/support/indexes.hpp"

#include <cstring>

namespace storh::test {

BOOST_FIXTURE_TEST_SUITE(index_files_suite, index_fixture, *utf::precondition(has_backend))

namespace {

void make_index(index_fixture& place) {
    doc_store store = place.open();
    for (int n = 0; n < 200; ++n) must(store.put(with("s", json::string(400, 's'))));
    index_fixture::add(store, index_definition("s"));
    must(store.close());
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_deleted_index_directory_leaves_a_collection_without_indexes) {
    make_index(*this);
    std::filesystem::remove_all(collection() / ".storh/index");
    doc_store store = open();
    BOOST_TEST(must(store.indexes().list()).empty());
    must(store.put(document_of(1)));
    add(store, index_definition("s"));
    check_sound(store);
}

BOOST_AUTO_TEST_CASE(writes_fail_once_the_directory_of_an_open_store_is_deleted) {
    doc_store store = open();
    add(store, index_definition("n"));
    std::filesystem::remove_all(collection() / ".storh/index");
    BOOST_TEST(wait(store.put(document_of(1))).error == errc::damaged_index);
    must(store.close());
    doc_store again = open();
    must(again.put(document_of(1)));
}

BOOST_AUTO_TEST_CASE(a_file_that_was_cut_short_is_refused_for_writing) {
    make_index(*this);
    std::filesystem::path const file = collection() / ".storh/index/data.mdb";
    std::filesystem::resize_file(file, 5 * 4096);
    error_info info;
    auto const refused = wait(doc_store::open(*on, root(), "pages", store_options(), &info));
    BOOST_TEST(refused.error == errc::damaged_index);
    BOOST_TEST(info.path().find(".storh/index") != std::string::npos);
    doc_store reader = open(store_options().access(access_mode::read_only));
    BOOST_TEST(must(reader.ids()).size() == 200U);
    must(reader.close());
    std::filesystem::resize_file(file, 0);
    doc_store empty = open();
    BOOST_TEST(must(empty.indexes().list()).empty());
    add(empty, index_definition("s"));
    check_sound(empty);
}

BOOST_AUTO_TEST_CASE(a_newer_format_is_refused_for_writing) {
    make_index(*this);
    {
        auto env = index::environment::open((collection() / ".storh/index").string(), false);
        BOOST_REQUIRE(env);
        BOOST_REQUIRE(!(*env)->write([&](MDB_txn* transaction) {
            unsigned char version[4] = {index::format_version + 1};
            MDB_val key = {6, const_cast<char*>("format")};
            MDB_val value = {sizeof version, version};
            return mdb_put(transaction, (*env)->in().facts, &key, &value, 0);
        }));
    }
    BOOST_TEST(wait(doc_store::open(*on, root(), "pages")).error == errc::newer_index);
    doc_store reader = open(store_options().access(access_mode::read_only));
    BOOST_TEST(must(reader.ids()).size() == 200U);
}

BOOST_AUTO_TEST_CASE(a_full_map_grows_under_its_transaction) {
    std::string const place = (directory.path() / "index").string();
    std::filesystem::create_directories(place);
    auto env = index::environment::open(place, true, std::size_t{256} << 10);
    BOOST_REQUIRE(env);
    std::string const bytes(2000, 'x');
    for (int n = 0; n < 4; ++n) {
        BOOST_TEST(!(*env)
                        ->write([&](MDB_txn* transaction) {
                            int result = 0;
                            for (std::uint32_t row = 0; row < 500 && result == 0; ++row) {
                                std::uint32_t number = row + 1000 * static_cast<std::uint32_t>(n);
                                MDB_val key = {sizeof number, &number};
                                MDB_val value = {bytes.size(), const_cast<char*>(bytes.data())};
                                result = mdb_put(transaction, (*env)->in().rows, &key, &value, 0);
                            }
                            return result;
                        })
                        .failed());
    }
    // The same one, because a process may not open it twice.
    auto const again = index::environment::open(place, false);
    BOOST_REQUIRE(again);
    BOOST_TEST(again->get() == env->get());
}

BOOST_AUTO_TEST_CASE(php_indexes_forbid_writing_and_not_reading) {
    write_file(collection() / ".storh/indexes/manifest.jsonc", "{\"fields\": []}\n");
    uuid_v7 const id = uuid_v7::generate();
    place(id, "{\"id\":\"" + id.to_string() + "\",\"data\":{\"n\":1}}\n");
    BOOST_TEST(wait(doc_store::open(*on, root(), "pages")).error == errc::foreign_indexes);
    doc_store reader = open(store_options().access(access_mode::read_only));
    BOOST_TEST(must(reader.ids()).size() == 1U);
    must(reader.close());
    doc_store store = open(store_options().drop_php_indexes(true));
    add(store, index_definition("n"));
    check_sound(store);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
