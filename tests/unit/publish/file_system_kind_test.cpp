#include "publish/file_system_kind.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::publish {
namespace {

void check(long type, std::string_view name, bool honours_syncfs) {
    file_system_kind const kind = file_system_of(type);
    BOOST_TEST(kind.name == name);
    BOOST_TEST(kind.honours_syncfs == honours_syncfs, name);
}

BOOST_AUTO_TEST_SUITE(file_system_kind_suite)

// The numbers of statfs(2), written out so that a wrong constant shows.
BOOST_AUTO_TEST_CASE(local_file_systems_keep_the_promise_of_syncfs) {
    check(0xef53, "ext4", true);
    check(0x58465342, "xfs", true);
    check(0x9123683e, "btrfs", true);
    check(0xf2f52010, "f2fs", true);
    check(0x01021994, "tmpfs", true);
}

BOOST_AUTO_TEST_CASE(network_user_space_and_stacked_file_systems_do_not) {
    check(0x65735546, "fuse", false);
    check(0x6969, "nfs", false);
    check(0x794c7630, "overlayfs", false);
}

BOOST_AUTO_TEST_CASE(what_is_not_known_is_not_trusted) {
    check(0, "unknown", false);
    check(0x00c36400, "unknown", false);  // ceph
    check(0xff534d42, "unknown", false);  // cifs
    check(-1, "unknown", false);
    BOOST_TEST(!file_system_kind().honours_syncfs);
}

// Where a barrier is dear, a few writes are not worth one.
BOOST_AUTO_TEST_CASE(a_barrier_is_worth_more_writes_on_ext4_than_on_xfs) {
    BOOST_TEST(file_system_of(0xef53).group_min > file_system_of(0x58465342).group_min);
    BOOST_TEST(file_system_of(0x58465342).group_min >= 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
