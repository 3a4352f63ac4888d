// A full disk: the put that meets it fails, everything else stays, and work goes on when there is
// space again.

#include "integration/support/mounted_image.hpp"
#include "integration/support/store_fixture.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace storh::test {
namespace {

json::object document_of_size(std::size_t bytes) {
    json::object document;
    document["text"] = std::string(bytes, 'x');
    return document;
}

/// Takes all the space there is.
void fill(std::filesystem::path const& path) {
    std::string const block(1U << 16, 'x');
    int const fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    BOOST_REQUIRE(fd >= 0);
    for (std::size_t size = block.size(); size > 0; size /= 2) {
        while (::write(fd, block.data(), size) > 0) {
        }
    }
    (void)::fsync(fd);
    (void)::close(fd);
}

void check_full_disk(std::filesystem::path const& root, durability kind) {
    engine on(options_under_test());
    doc_store store =
        must(doc_store::open(on, root.string(), "pages", store_options().durable(kind)));
    std::vector<put_row> rows(300, put_row(document_of(1)));
    std::vector<uuid_v7> ids;
    for (put_result const& one : must(store.put_many(rows))) ids.push_back(one.id);
    std::size_t const before = must(store.ids()).size();
    fill(root / "filler");
    error_info info;
    auto const put = wait(store.put(ids[0], document_of_size(1U << 20), put_options().info(info)));
    BOOST_TEST(put.error == boost::system::errc::no_space_on_device, put.error.message());
    BOOST_TEST(info.path() == record_path(root, ids[0]).string());
    auto const many =
        wait(store.put_many(std::vector<put_row>(20, put_row(document_of_size(1U << 20)))));
    BOOST_TEST(many.error == boost::system::errc::no_space_on_device, many.error.message());
    BOOST_TEST(paths_ending(root, ".tmp").empty());
    for (auto const& found : must(store.get_many(ids))) {
        BOOST_TEST(found->data() == document_of(1));
    }
    BOOST_TEST(must(store.ids()).size() == before);
    std::filesystem::remove(root / "filler");
    must(store.put(ids[0], document_of_size(1U << 20)));
    must(store.close());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(full_disk_suite, *utf::precondition(can_mount))

BOOST_AUTO_TEST_CASE(a_put_without_space_fails_alone_and_leaves_no_temp) {
    mounted_image image("ext4", 48U << 20);
    for (durability const kind : {durability::record, durability::group}) {
        check_full_disk(image.path(), kind);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
