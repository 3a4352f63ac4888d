// if_absent, if_match, and the order of operations on one id.

#include "integration/support/store_fixture.hpp"

#include <string>

namespace storh::test {
namespace {

put_options matching(record_tag const& tag) {
    return put_options().if_match(tag);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conditions_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(the_tag_of_a_put_is_the_tag_of_the_get, store_fixture) {
    doc_store store = open();
    record const put = must(store.put(document_of(1)));
    BOOST_TEST(must(store.get(put.id()))->tag() == put.tag());
    record const again = must(store.put(put.id(), document_of(1)));
    BOOST_TEST(again.tag() == put.tag());
    BOOST_TEST(must(store.put(put.id(), document_of(2))).tag() != put.tag());
}

BOOST_FIXTURE_TEST_CASE(if_absent_takes_a_free_id_only, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = uuid_v7::generate();
    record const first = must(store.put(id, document_of(1), put_options().if_absent()));
    error_info info;
    auto const second = wait(store.put(id, document_of(2), put_options().if_absent().info(info)));
    BOOST_TEST(second.error == errc::conflict);
    BOOST_TEST((info.present_tag() == first.tag()));
    BOOST_TEST(info.path() == file_of(id).string());
    BOOST_TEST(must(store.get(id))->data() == document_of(1));
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(of_64_puts_if_absent_exactly_one_wins, store_fixture) {
    for (durability const kind : {durability::record, durability::group}) {
        doc_store store = open(store_options().durable(kind));
        uuid_v7 const id = uuid_v7::generate();
        std::vector<error_info> infos(64);
        burst<record> puts;
        for (int n = 0; n < 64; ++n) {
            auto& info = infos[static_cast<std::size_t>(n)];
            puts.add(store.put(id, document_of(n), put_options().if_absent().info(info)));
        }
        auto const results = puts.run();
        BOOST_TEST(count_errors(results, error_code()) == 1U);
        BOOST_TEST(count_errors(results, errc::conflict) == 63U);
        record const present = *must(store.get(id));
        for (std::size_t n = 0; n < 64; ++n) {
            if (results[n].error) BOOST_TEST((infos[n].present_tag() == present.tag()));
        }
        // Operations on one id take effect in their order.
        BOOST_TEST(present.data() == document_of(0));
    }
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(if_match_replaces_that_version_only, store_fixture) {
    doc_store store = open();
    record const first = must(store.put(document_of(1)));
    record const second = must(store.put(first.id(), document_of(2), matching(first.tag())));
    error_info info;
    auto const stale =
        wait(store.put(first.id(), document_of(3), matching(first.tag()).info(info)));
    BOOST_TEST(stale.error == errc::conflict);
    BOOST_TEST((info.present_tag() == second.tag()));
    BOOST_TEST(must(store.get(first.id()))->data() == document_of(2));
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(if_match_without_a_record_is_a_conflict_without_a_tag, store_fixture) {
    doc_store store = open();
    record const gone = must(store.put(document_of(1)));
    BOOST_TEST(must(store.remove(gone.id())));
    error_info info;
    auto const put = wait(store.put(gone.id(), document_of(2), matching(gone.tag()).info(info)));
    BOOST_TEST(put.error == errc::conflict);
    BOOST_TEST(!info.present_tag().has_value());
    BOOST_TEST(!must(store.get(gone.id())));
}

BOOST_FIXTURE_TEST_CASE(a_chain_of_if_match_in_flight_is_carried_out_in_order, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(0))).id();
    record_tag tag = must(store.get(id))->tag();
    // The tag of a version depends on its bytes only, so the chain can be told in advance.
    std::vector<record_tag> tags{tag};
    for (int n = 1; n <= 20; ++n) tags.push_back(must(store.put(id, document_of(n))).tag());
    must(store.put(id, document_of(0)));
    burst<record> puts;
    for (int n = 1; n <= 20; ++n) {
        puts.add(store.put(id, document_of(n), matching(tags[static_cast<std::size_t>(n) - 1])));
    }
    BOOST_TEST(count_errors(puts.run(), error_code()) == 20U);
    BOOST_TEST(must(store.get(id))->data() == document_of(20));
}

BOOST_FIXTURE_TEST_CASE(of_64_puts_on_one_version_exactly_one_wins, store_fixture) {
    doc_store store = open();
    record const first = must(store.put(document_of(1000)));
    burst<record> puts;
    for (int n = 0; n < 64; ++n) {
        puts.add(store.put(first.id(), document_of(n), matching(first.tag())));
    }
    auto const results = puts.run();
    BOOST_TEST(count_errors(results, error_code()) == 1U);
    BOOST_TEST(count_errors(results, errc::conflict) == 63U);
}

BOOST_FIXTURE_TEST_CASE(the_last_of_many_puts_on_one_id_stays, store_fixture) {
    for (durability const kind : {durability::record, durability::group, durability::automatic}) {
        doc_store store = open(store_options().durable(kind).generation_max(7));
        uuid_v7 const id = uuid_v7::generate();
        burst<record> puts;
        for (int n = 0; n < 100; ++n) puts.add(store.put(id, document_of(n)));
        BOOST_TEST(count_errors(puts.run(), error_code()) == 100U);
        BOOST_TEST(must(store.get(id))->data() == document_of(99));
    }
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(puts_and_removals_of_one_id_keep_their_order, store_fixture) {
    doc_store store = open();
    uuid_v7 const id = uuid_v7::generate();
    burst<record> puts;
    burst<bool> removals;
    for (int n = 0; n < 20; ++n) {
        puts.add(store.put(id, document_of(n), put_options().if_absent()));
        removals.add(store.remove(id));
    }
    BOOST_TEST(count_errors(puts.run(), error_code()) == 20U);
    for (auto const& removal : removals.run()) BOOST_TEST((!removal.error && removal.value));
    BOOST_TEST(!must(store.get(id)));
}

BOOST_FIXTURE_TEST_CASE(a_removal_tells_whether_there_was_a_record, store_fixture) {
    for (durability const kind : {durability::record, durability::group}) {
        doc_store store = open(store_options().durable(kind));
        record const stored = must(store.put(document_of(1)));
        BOOST_TEST(must(store.remove(stored.id())));
        BOOST_TEST(!std::filesystem::exists(file_of(stored.id())));
        BOOST_TEST(!must(store.remove(stored.id())));
        BOOST_TEST(!must(store.remove(uuid_v7::generate())));
    }
}

BOOST_FIXTURE_TEST_CASE(a_removal_may_ask_for_a_version, store_fixture) {
    doc_store store = open();
    record const first = must(store.put(document_of(1)));
    record const second = must(store.put(first.id(), document_of(2)));
    error_info info;
    auto const stale =
        wait(store.remove(first.id(), remove_options().if_match(first.tag()).info(info)));
    BOOST_TEST(stale.error == errc::conflict);
    BOOST_TEST((info.present_tag() == second.tag()));
    BOOST_TEST(must(store.remove(first.id(), remove_options().if_match(second.tag()))));
    BOOST_TEST(!must(store.get(first.id())));
}

BOOST_FIXTURE_TEST_CASE(a_removal_cannot_ask_for_absence, store_fixture) {
    doc_store store = open();
    BOOST_CHECK_THROW((void)store.remove(uuid_v7::generate(), remove_options().if_absent()),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
