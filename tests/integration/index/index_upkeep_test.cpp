// Indexes that are declared, kept, rebuilt and dropped.

#include "integration/support/indexes.hpp"

#include <string>

namespace storh::test {

BOOST_FIXTURE_TEST_SUITE(index_upkeep_suite, index_fixture, *utf::precondition(has_backend))

BOOST_AUTO_TEST_CASE(indexes_of_every_kind_agree_with_the_records_after_every_write) {
    doc_store store = open();
    uuid_v7 const first = must(store.put(document_of(1))).id();
    for (int n = 0; n < 50; ++n) must(store.put(document_of(n)));
    BOOST_TEST(add(store, index_definition("n")) == 51U);
    add(store, index_definition("s").unique());
    add(store, index_definition("n", "s"));
    check_sound(store);
    json::object both = document_of(3);
    both["s"] = std::string(5000, 's');
    must(store.put(first, both));
    must(store.put(with("s", nullptr)));
    must(store.put(with("n", json::array{1})));
    check_sound(store);
    must(store.put(first, document_of(4)));
    must(store.remove(first));
    check_sound(store);
    must(store.close());
    doc_store again = open();
    check_sound(again);
    must(again.put(document_of(7)));
    BOOST_TEST(must(again.reindex()) == 53U);
    check_sound(again);
    BOOST_TEST(must(again.indexes().list()).size() == 3U);
    BOOST_TEST(must(again.indexes().drop(index_definition("n"))));
    BOOST_TEST(!must(again.indexes().drop(index_definition("n"))));
    check_sound(again);
}

BOOST_AUTO_TEST_CASE(one_of_many_concurrent_puts_gets_a_unique_value) {
    doc_store store = open();
    add(store, index_definition("slug").unique());
    for (int round = 0; round < 20; ++round) {
        burst<record> puts;
        for (int n = 0; n < 32; ++n) puts.add(store.put(with("slug", round)));
        auto const results = puts.run();
        BOOST_TEST(count_errors(results, errc::not_unique) == 31U);
    }
    BOOST_TEST(must(store.ids()).size() == 20U);
    BOOST_TEST(temps().empty());
    check_sound(store);
}

BOOST_AUTO_TEST_CASE(a_loser_learns_field_and_holder_and_a_freed_value_can_be_taken) {
    doc_store store = open();
    add(store, index_definition("slug").unique());
    uuid_v7 const holder = must(store.put(with("slug", "home"))).id();
    error_info info;
    auto const lost = wait(store.put(with("slug", "home"), put_options().info(info)));
    BOOST_TEST(lost.error == errc::not_unique);
    BOOST_TEST(info.field() == "slug");
    BOOST_TEST((info.id() == holder));
    must(store.put(holder, with("slug", "other")));
    uuid_v7 const next = must(store.put(with("slug", "home"))).id();
    must(store.remove(next));
    must(store.put(with("slug", "home")));
    // Other types are other values; lists and objects are none.
    must(store.put(with("slug", 1)));
    must(store.put(with("slug", 1.0)));
    must(store.put(with("slug", json::array{1})));
    must(store.put(with("slug", json::array{1})));
    must(store.put(document_of(1)));
    must(store.put(document_of(1)));
    check_sound(store);
}

BOOST_AUTO_TEST_CASE(unique_over_duplicates_fails_and_names_two) {
    doc_store store = open();
    std::string const one = must(store.put(document_of(1))).id().to_string();
    std::string const other = must(store.put(document_of(1))).id().to_string();
    error_info info;
    auto const failed =
        wait(store.indexes().add(index_definition("n").unique(), index_options().info(info)));
    BOOST_TEST(failed.error == errc::not_unique);
    BOOST_TEST(info.field() == "n");
    BOOST_TEST(info.detail().find(one) != std::string::npos);
    BOOST_TEST(info.detail().find(other) != std::string::npos);
    BOOST_TEST(must(store.indexes().list()).empty());
    must(store.put(document_of(1)));
}

BOOST_AUTO_TEST_CASE(any_name_of_a_field_will_do) {
    doc_store store = open();
    std::string const names[] = {std::string(1000, 'f'), "12345", "a.b.c", "a\tb",
                                 std::string("a\0b", 3), "",      "data",  "id"};
    for (std::string const& name : names) add(store, index_definition(name).unique());
    for (std::string const& name : names) {
        must(store.put(with(name, "v")));
        BOOST_TEST(wait(store.put(with(name, "v"))).error == errc::not_unique, name);
    }
    add(store, index_definition("12345", "1e1"));
    check_sound(store);
    must(store.close());
    doc_store again = open();
    auto const listed = must(again.indexes().list());
    BOOST_TEST(listed.size() == 9U);
    BOOST_TEST((listed.front().definition.fields().front() == names[0]));
    BOOST_TEST((listed.front().state == index_state::ready));
}

BOOST_AUTO_TEST_CASE(an_index_is_built_while_writes_go_on) {
    doc_store store = open();
    std::vector<uuid_v7> ids;
    for (int n = 0; n < 500; ++n) ids.push_back(must(store.put(document_of(n))).id());
    burst<record> puts;
    burst<bool> removals;
    burst<std::uint64_t> build;
    build.add(store.indexes().add(index_definition("n").range()));
    for (int n = 0; n < 250; ++n) {
        puts.add(store.put(ids[static_cast<std::size_t>(n)], document_of(n + 1000)));
        removals.add(store.remove(ids[static_cast<std::size_t>(n + 250)]));
    }
    BOOST_TEST(!build.run().front().error.failed());
    puts.run();
    removals.run();
    check_sound(store);
}

BOOST_AUTO_TEST_CASE(a_repair_keeps_indexes_in_step) {
    doc_store store = open();
    add(store, index_definition("n"));
    uuid_v7 const damaged = must(store.put(document_of(1))).id();
    place(damaged, "{");
    uuid_v7 const stray = uuid_v7::generate();
    std::string const bucket = file_of(stray).parent_path().filename() == "00" ? "01" : "00";
    write_file(collection() / "data" / bucket / file_of(stray).filename(),
               "{\"id\":\"" + stray.to_string() + "\",\"data\":{\"n\":5}}\n");
    BOOST_TEST(must(store.repair()).rehomed == 1U);
    BOOST_TEST(must(store.get(stray)).has_value());
    check_sound(store);
}

BOOST_AUTO_TEST_CASE(verify_finds_what_another_program_has_changed_and_reindex_mends_it) {
    doc_store store = open();
    add(store, index_definition("n"));
    uuid_v7 const changed = must(store.put(document_of(1))).id();
    uuid_v7 const gone = must(store.put(document_of(2))).id();
    place(changed, "{\"id\":\"" + changed.to_string() + "\",\"data\":{\"n\":5}}\n");
    std::filesystem::remove(file_of(gone));
    BOOST_TEST(faults(store).size() >= 2U);
    must(store.reindex());
    check_sound(store);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
