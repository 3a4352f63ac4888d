// An engine that was made before fork().

#include "integration/support/child.hpp"
#include "integration/support/store_fixture.hpp"

namespace storh::test {
namespace {

/// What a child may do with an engine and a store that it has inherited; 0 when all is as promised.
int use_inherited(store_fixture& parent, doc_store& store, uuid_v7 const& id) {
    if (wait(store.put(document_of(1))).error != errc::forked) return 1;
    if (wait(store.get(id)).error != errc::forked) return 2;
    if (wait(store.remove(id)).error != errc::forked) return 3;
    if (wait(store.patch(id, document_of(1))).error != errc::forked) return 4;
    if (wait(store.ids()).error != errc::forked) return 5;
    if (wait(doc_store::open(*parent.on, parent.root(), "pages")).error != errc::forked) return 6;
    store = doc_store();
    parent.on.reset();
    engine own(options_under_test());
    doc_store again = must(doc_store::open(own, parent.root(), "pages"));
    if (must(again.get(id))->data() != document_of(0)) return 7;
    must(again.put(document_of(2)));
    must(again.close());
    return 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fork_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(a_child_is_told_and_can_make_an_engine_of_its_own, store_fixture) {
    if (is_thread_sanitized()) return;
    doc_store store = open();
    uuid_v7 const id = must(store.put(document_of(0))).id();
    child process([&](int) { return use_inherited(*this, store, id); });
    must(store.put(document_of(3)));
    BOOST_TEST(process.wait() == 0);
    must(store.put(document_of(4)));
    BOOST_TEST(must(store.ids()).size() == 4U);
    BOOST_TEST(tree_of(collection() / ".storh/writers").size() == 1U);
    must(store.close());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
