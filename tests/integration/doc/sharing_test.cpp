// Several processes on one collection, ours and PHP's.

#include "integration/support/child.hpp"
#include "integration/support/php_writer.hpp"
#include "integration/support/store_fixture.hpp"

#include <csignal>
#include <cstdint>
#include <cstring>
#include <thread>

namespace storh::test {
namespace {

using root_path = std::filesystem::path const&;

doc_store open_in_child(engine& on, root_path root) {
    return must(doc_store::open(on, root.string(), "pages"));
}

/// Puts `count` new records, and reports a number when each is durable.
int put_new(root_path root, int count) {
    engine on(options_under_test());
    doc_store store = open_in_child(on, root);
    burst<record> puts;
    for (int n = 0; n < count; ++n) puts.add(store.put(document_of(n)));
    auto const results = puts.run();
    must(store.close());
    return count_errors(results, error_code()) == results.size() ? 0 : 1;
}

/// Replaces every one of `ids` several times with documents that tell the writer.
int put_same(root_path root, std::vector<uuid_v7> const& ids, std::string const& who) {
    engine on(options_under_test());
    doc_store store = open_in_child(on, root);
    json::object document;
    document["who"] = who;
    document["text"] = std::string(who == "a" ? 100 : 3000, who[0]);
    burst<record> puts;
    for (int round = 0; round < 5; ++round) {
        for (uuid_v7 const& id : ids) puts.add(store.put(id, document));
    }
    auto const results = puts.run();
    must(store.close());
    return count_errors(results, error_code()) == results.size() ? 0 : 1;
}

/// Adds one to `{"n": ...}` by conditional puts until `count` have succeeded.
int count_up(root_path root, uuid_v7 const& id, int count) {
    engine on(options_under_test());
    doc_store store = open_in_child(on, root);
    for (int done = 0; done < count;) {
        record const seen = *must(store.get(id));
        std::int64_t const n = seen.data().at("n").as_int64();
        auto const put =
            wait(store.put(id, document_of(n + 1), put_options().if_match(seen.tag())));
        if (put.error && put.error != errc::conflict) return 1;
        done += put.error ? 0 : 1;
    }
    must(store.close());
    return 0;
}

int count_up_as_php(root_path root, uuid_v7 const& id, int count) {
    php_writer php(collection_path(root));
    for (int done = 0; done < count; ++done) php.increment(id);
    return 0;
}

/// An editor takes no lock: it saves another record beside and renames it, and looks at this one.
int edit_and_look(root_path root, uuid_v7 const& edited, uuid_v7 const& looked_at) {
    for (int n = 0; n < 300; ++n) {
        std::filesystem::path const target = record_path(root, edited);
        std::filesystem::path const beside = target.string() + "~";
        write_file(beside, "{\"id\":\"" + edited.to_string() +
                               "\",\"data\":{\"n\":" + std::to_string(n) + "} /* saved */}\n");
        std::filesystem::rename(beside, target);
        (void)json::parse(read_file(record_path(root, looked_at))).at("data").at("n").as_int64();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sharing_suite, *utf::precondition(has_backend))

BOOST_AUTO_TEST_CASE(the_records_of_two_processes_are_all_there) {
    temp_directory const root;
    constexpr int count = 1000;
    child first([&](int) { return put_new(root.path(), count); });
    child second([&](int) { return put_new(root.path(), count); });
    BOOST_TEST(first.wait() == 0);
    BOOST_TEST(second.wait() == 0);
    engine on(options_under_test());
    doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
    std::vector<uuid_v7> const ids = must(store.ids());
    BOOST_TEST(ids.size() == 2U * count);
    BOOST_TEST(!wait(store.get_many(ids)).error.failed());
    BOOST_TEST(paths_ending(root.path(), ".tmp").empty());
    BOOST_TEST(tree_of(root.path() / "pages/.storh/writers").empty());
}

BOOST_AUTO_TEST_CASE(two_processes_on_the_same_ids_leave_whole_files_of_one_of_them) {
    temp_directory const root;
    std::vector<uuid_v7> ids;
    for (int n = 0; n < 100; ++n) ids.push_back(uuid_v7::generate());
    child first([&](int) { return put_same(root.path(), ids, "a"); });
    child second([&](int) { return put_same(root.path(), ids, "b"); });
    BOOST_TEST(first.wait() == 0);
    BOOST_TEST(second.wait() == 0);
    engine on(options_under_test());
    doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
    for (auto const& found : must(store.get_many(ids))) {
        BOOST_REQUIRE(found.has_value());
        bool const is_first = found->data().at("who") == "a";
        json::string const text(is_first ? 100 : 3000, is_first ? 'a' : 'b');
        BOOST_TEST((found->data().at("text") == text));
    }
    BOOST_TEST(paths_ending(root.path(), ".tmp").empty());
}

BOOST_AUTO_TEST_CASE(no_increment_is_lost_between_writers_of_both_kinds) {
    temp_directory const root;
    uuid_v7 const counter = uuid_v7::generate();
    // In the same bucket, so that they meet in the same directory.
    std::string text = counter.to_string();
    text.back() = text.back() == '0' ? '1' : '0';
    uuid_v7 const edited = uuid_v7::parse(text).value();
    php_writer(collection_path(root.path())).put(counter, "{\"n\":0}");
    constexpr int count = 60;
    child first([&](int) { return count_up(root.path(), counter, count); });
    child second([&](int) { return count_up(root.path(), counter, count); });
    child php([&](int) { return count_up_as_php(root.path(), counter, count); });
    child editor([&](int) { return edit_and_look(root.path(), edited, counter); });
    BOOST_TEST(first.wait() == 0);
    BOOST_TEST(second.wait() == 0);
    BOOST_TEST(php.wait() == 0);
    BOOST_TEST(editor.wait() == 0);
    engine on(options_under_test());
    doc_store store = must(doc_store::open(on, root.path().string(), "pages"));
    BOOST_TEST(must(store.get(counter))->data() == document_of(3 * count));
    BOOST_TEST(must(store.get(edited))->data() == document_of(299));
}

BOOST_FIXTURE_TEST_CASE(what_php_writes_is_read_at_once, store_fixture) {
    doc_store store = open();
    php_writer php(collection());
    for (int n = 0; n < 50; ++n) {
        uuid_v7 const id = uuid_v7::generate();
        php.put(id, "{\"n\":" + std::to_string(n) + "}");
        BOOST_TEST(must(store.get(id))->data() == document_of(n));
        record const ours = must(store.put(id, document_of(n + 1)));
        php.increment(id);
        auto const stale = wait(store.put(id, document_of(0), put_options().if_match(ours.tag())));
        BOOST_TEST(stale.error == errc::conflict);
        BOOST_TEST(must(store.get(id))->data() == document_of(n + 2));
    }
}

BOOST_FIXTURE_TEST_CASE(opening_sweeps_nothing_of_a_live_php_writer, store_fixture) {
    child php([this](int ready) {
        php_writer writer(collection());
        writer.put(uuid_v7::generate(), "{}");
        report(ready, ".");
        std::this_thread::sleep_for(std::chrono::seconds(60));
        return 0;
    });
    (void)php.read(1);
    auto const markers = tree_of(collection() / ".storh/writers");
    BOOST_REQUIRE(markers.size() == 1U);
    std::string const temp = "." + markers.begin()->first + ".7.tmp";
    write_file(collection() / "data/00" / temp, "{");
    write_file(collection() / ".storh/writers/99999999.00000000", "");
    must(open().close());
    BOOST_TEST(std::filesystem::exists(collection() / "data/00" / temp));
    BOOST_TEST(!std::filesystem::exists(collection() / ".storh/writers/99999999.00000000"));
    php.signal(SIGKILL);
    (void)php.wait();
    must(open().close());
    BOOST_TEST(temps().empty());
    BOOST_TEST(tree_of(collection() / ".storh/writers").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
