// Low limits and few rights of the process: slower or refused, never wrong.

#include "integration/support/child.hpp"
#include "integration/support/store_fixture.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <stdexcept>

namespace storh::test {
namespace {

void limit(decltype(RLIMIT_NOFILE) which, rlim_t value) {
    rlimit const limits{value, value};
    if (::setrlimit(which, &limits) != 0) throw std::runtime_error("setrlimit");
}

/// Writes `count` records with 256 in flight, reads them back, and says whether all is well.
bool write_and_read(std::filesystem::path const& root, engine& on, durability kind, int count) {
    doc_store store =
        must(doc_store::open(on, root.string(), "pages", store_options().durable(kind)));
    std::size_t const before = must(store.ids()).size();
    asio::io_context io;
    inserter rows = store.make_inserter(io.get_executor(), inserter_options().in_flight(256));
    for (int n = 0; n < count; ++n) must(rows.put(document_of(n)));
    must(rows.finish());
    std::vector<uuid_v7> const ids = must(store.ids());
    must(store.get_many(ids, get_options().in_flight(256)));
    must(store.close());
    return ids.size() - before == static_cast<std::size_t>(count);
}

struct small_process : store_fixture {
    small_process() {
        on.reset();
        std::filesystem::permissions(directory.path(), std::filesystem::perms::all);
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(limits_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(sixty_four_open_files_are_enough, small_process) {
    child process([this](int) {
        limit(RLIMIT_NOFILE, 64);
        engine small(options_under_test());
        bool const all = write_and_read(root(), small, durability::record, 2000) &&
                         write_and_read(root(), small, durability::group, 2000);
        return all ? 0 : 1;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST(list_files(directory.path(), ".jsonc").size() == 4000U);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(no_locked_memory_is_enough, small_process) {
    child process([this](int) {
        drop_privileges();
        limit(RLIMIT_MEMLOCK, 0);
        engine small;
        if (small.backend_reason().empty()) return 2;
        return write_and_read(root(), small, durability::automatic, 500) ? 0 : 1;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_read_only_directory_takes_nothing_and_is_read, small_process) {
    uuid_v7 const id = uuid_v7::generate();
    place(id, "{\"id\":\"" + id.to_string() + "\",\"data\":{\"n\":1}}\n");
    // The writable root shows that it is the collection that refuses.
    for (auto const& entry : std::filesystem::recursive_directory_iterator(directory.path())) {
        BOOST_REQUIRE(::chmod(entry.path().c_str(), entry.is_directory() ? 0555 : 0444) == 0);
    }
    auto const before = tree_of(directory.path());
    child process([&](int) {
        drop_privileges();
        engine poor(options_under_test());
        doc_store store = must(doc_store::open(poor, root(), "pages"));
        if (must(store.get(id))->data() != document_of(1)) return 2;
        error_info info;
        auto const put = wait(store.put(document_of(1), put_options().info(info)));
        if (put.error != boost::system::errc::permission_denied) return 3;
        if (!info.path().starts_with(collection().string())) return 4;
        if (wait(store.remove(id)).error != boost::system::errc::permission_denied) return 5;
        must(store.close());
        return 0;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST((tree_of(directory.path()) == before));
}

BOOST_FIXTURE_TEST_CASE(a_read_only_bucket_fails_its_own_puts_only, small_process) {
    uuid_v7 const id = uuid_v7::generate();
    uuid_v7 other = uuid_v7::generate();
    while (other.bucket() == id.bucket()) other = uuid_v7::generate();
    child process([&](int) {
        drop_privileges();
        engine poor(options_under_test());
        doc_store store = must(doc_store::open(poor, root(), "pages"));
        must(store.put(id, document_of(1)));
        must(store.put(other, document_of(1)));
        if (::chmod(file_of(id).parent_path().c_str(), 0555) != 0) return 2;
        for (durability const kind : {durability::record, durability::group}) {
            doc_store again =
                must(doc_store::open(poor, root(), "pages", store_options().durable(kind)));
            burst<record> puts;
            puts.add(again.put(id, document_of(2)));
            puts.add(again.put(other, document_of(2)));
            auto const results = puts.run();
            if (results[0].error != boost::system::errc::permission_denied) return 3;
            if (results[1].error) return 4;
            if (wait(again.remove(id)).error != boost::system::errc::permission_denied) return 5;
            must(again.close());
        }
        if (must(store.get(id))->data() != document_of(1)) return 6;
        return ::chmod(file_of(id).parent_path().c_str(), 0755) == 0 ? 0 : 7;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(an_unreadable_record_is_an_error_and_not_absent, small_process) {
    uuid_v7 const id = uuid_v7::generate();
    place(id, "{\"id\":\"" + id.to_string() + "\",\"data\":{}}\n");
    BOOST_REQUIRE(::chmod(file_of(id).c_str(), 0) == 0);
    child process([&](int) {
        drop_privileges();
        engine poor(options_under_test());
        doc_store store = must(doc_store::open(poor, root(), "pages"));
        error_info info;
        auto const got = wait(store.get(id, get_options().info(info)));
        if (got.error != boost::system::errc::permission_denied) return 1;
        return info.path() == file_of(id).string() ? 0 : 2;
    });
    BOOST_TEST(process.wait() == 0);
}

BOOST_FIXTURE_TEST_CASE(a_file_size_limit_fails_the_put_and_leaves_nothing, small_process) {
    child process([this](int) {
        (void)std::signal(SIGXFSZ, SIG_IGN);
        limit(RLIMIT_FSIZE, 10000);
        engine small(options_under_test());
        json::object large;
        large["text"] = std::string(20000, 'x');
        for (durability const kind : {durability::record, durability::group}) {
            doc_store store =
                must(doc_store::open(small, root(), "pages", store_options().durable(kind)));
            if (wait(store.put(large)).error != boost::system::errc::file_too_large) return 1;
            must(store.put(document_of(1)));
            if (!temps().empty()) return 2;
            must(store.close());
        }
        return 0;
    });
    BOOST_TEST(process.wait() == 0);
    BOOST_TEST(list_files(directory.path(), ".jsonc").size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
