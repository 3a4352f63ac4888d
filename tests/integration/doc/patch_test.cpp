// JSON Merge Patch of stored records, alone and by many at once.

#include "integration/support/store_fixture.hpp"

#include <boost/json/parse.hpp>

#include <string>

namespace storh::test {
namespace {

json::object object(char const* text) {
    return json::parse(text).as_object();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(patch_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(members_are_merged_and_nulls_remove, store_fixture) {
    doc_store store = open();
    record const stored = must(store.put(object(R"({"a":{"b":1,"c":[1]},"d":2,"e":3})")));
    auto const patched = must(store.patch(
        stored.id(), object(R"({"a":{"b":null,"c":[2],"x":{"y":null}},"d":null,"z":0})")));
    json::object const expected = object(R"({"a":{"c":[2],"x":{}},"e":3,"z":0})");
    BOOST_TEST(patched->data() == expected);
    record const present = *must(store.get(stored.id()));
    BOOST_TEST(present.data() == expected);
    BOOST_TEST(present.tag() == patched->tag());
}

BOOST_FIXTURE_TEST_CASE(an_absent_record_is_not_made, store_fixture) {
    doc_store store = open();
    must(store.put(document_of(1)));
    uuid_v7 const id = uuid_v7::generate();
    BOOST_TEST(!must(store.patch(id, document_of(1))));
    BOOST_TEST(!must(store.get(id)));
    BOOST_TEST(must(store.ids()).size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(a_patch_may_ask_for_a_version, store_fixture) {
    doc_store store = open();
    record const first = must(store.put(document_of(1)));
    auto const second =
        must(store.patch(first.id(), document_of(2), patch_options().if_match(first.tag())));
    error_info info;
    auto const stale = wait(
        store.patch(first.id(), document_of(3), patch_options().if_match(first.tag()).info(info)));
    BOOST_TEST(stale.error == errc::conflict);
    BOOST_TEST((info.present_tag() == second->tag()));
    BOOST_TEST(must(store.get(first.id()))->data() == document_of(2));
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_written_is_refused_and_changes_nothing, store_fixture) {
    doc_store store = open(store_options().record_bytes_max(1000));
    record const stored = must(store.put(document_of(1)));
    auto const before = tree_of(directory.path());
    json::object large;
    large["a"] = std::string(1000, 'x');
    BOOST_TEST(wait(store.patch(stored.id(), large)).error == errc::record_too_large);
    json::object invalid;
    invalid["a"] = "\xff";
    BOOST_TEST(wait(store.patch(stored.id(), invalid)).error == errc::invalid_json);
    json::object deep;
    for (int level = 0; level < 600; ++level) {
        json::object outer;
        outer["a"] = std::move(deep);
        deep = std::move(outer);
    }
    BOOST_TEST(wait(store.patch(stored.id(), deep)).error == errc::too_deep);
    BOOST_TEST((tree_of(directory.path()) == before));
}

BOOST_FIXTURE_TEST_CASE(sixty_four_patches_at_once_are_all_there, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(json::object())).id();
    burst<std::optional<record>> patches;
    for (int n = 0; n < 64; ++n) {
        json::object change;
        change["m" + std::to_string(n)] = n;
        patches.add(store.patch(id, std::move(change)));
    }
    BOOST_TEST(count_errors(patches.run(), error_code()) == 64U);
    record const present = *must(store.get(id));
    BOOST_TEST(present.data().size() == 64U);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(patches_of_two_stores_are_all_there, store_fixture) {
    doc_store stores[] = {open(), open()};
    uuid_v7 const id = must(stores[0].put(json::object())).id();
    burst<std::optional<record>> patches;
    for (int n = 0; n < 40; ++n) {
        json::object change;
        change["m" + std::to_string(n)] = n;
        patches.add(stores[n % 2].patch(id, std::move(change)));
    }
    BOOST_TEST(count_errors(patches.run(), error_code()) == 40U);
    BOOST_TEST(must(stores[0].get(id))->data().size() == 40U);
}

BOOST_FIXTURE_TEST_CASE(of_64_patches_of_one_version_exactly_one_wins, store_fixture) {
    doc_store store = open();
    record const stored = must(store.put(document_of(-1)));
    burst<std::optional<record>> patches;
    for (int n = 0; n < 64; ++n) {
        patches.add(
            store.patch(stored.id(), document_of(n), patch_options().if_match(stored.tag())));
    }
    auto const results = patches.run();
    BOOST_TEST(count_errors(results, error_code()) == 1U);
    BOOST_TEST(count_errors(results, errc::conflict) == 63U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
