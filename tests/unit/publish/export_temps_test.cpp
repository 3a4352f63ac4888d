#include "publish/export_temps.hpp"

#include <storh/uuid_v7.hpp>

#include "integration/support/temp_directory.hpp"
#include "integration/support/tree.hpp"
#include "io/unique_fd.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <ctime>

namespace storh::publish {
namespace {

struct directory_fixture : test::temp_directory {
    directory_fixture() : open(::open(path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

    /// A file of that name, `age` seconds old.
    void place(std::string const& name, std::time_t age) const {
        test::write_file(path() / name, "x");
        timespec const times[2] = {{now - age, 0}, {now - age, 0}};
        BOOST_REQUIRE(::utimensat(open.get(), name.c_str(), times, 0) == 0);
    }

    [[nodiscard]] bool has(std::string const& name) const {
        return std::filesystem::exists(std::filesystem::symlink_status(path() / name));
    }

    void sweep() const { remove_dead_export_temps(open.get(), now); }

    io::unique_fd open;
    std::time_t now = std::time(nullptr);
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(export_temps_suite, directory_fixture)

BOOST_AUTO_TEST_CASE(each_name_is_new_and_hidden) {
    std::string const name = make_export_temp_name();
    BOOST_TEST(name.starts_with(".storh-export-"));
    BOOST_TEST(name.ends_with(".tmp"));
    BOOST_TEST(make_export_temp_name() != name);
}

BOOST_AUTO_TEST_CASE(what_is_old_and_held_by_nobody_goes) {
    std::string const old = make_export_temp_name();
    std::string const young = make_export_temp_name();
    place(old, 61);
    place(young, 30);
    sweep();
    BOOST_TEST(!has(old));
    BOOST_TEST(has(young));
}

BOOST_AUTO_TEST_CASE(what_is_locked_stays_until_it_is_let_go) {
    std::string const name = make_export_temp_name();
    place(name, 1000);
    io::unique_fd holder(::open((path() / name).c_str(), O_RDONLY | O_CLOEXEC));
    BOOST_REQUIRE(::flock(holder.get(), LOCK_EX) == 0);
    sweep();
    BOOST_TEST(has(name));
    holder.reset();
    sweep();
    BOOST_TEST(!has(name));
}

BOOST_AUTO_TEST_CASE(other_names_stay) {
    std::string const id = uuid_v7::generate().to_string();
    for (std::string const& name :
         {std::string("places.jsonl"), std::string(".storh-export-.tmp"), ".storh-export-" + id,
          ".storh-export-" + id + ".tmp.bak", "x.storh-export-" + id + ".tmp",
          std::string(".storh-export-0123.tmp")}) {
        place(name, 1000);
        sweep();
        BOOST_TEST(has(name), name);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_stays) {
    std::string const link = make_export_temp_name();
    std::string const directory = make_export_temp_name();
    std::string const pipe = make_export_temp_name();
    place("target", 1000);
    std::filesystem::create_symlink("target", path() / link);
    std::filesystem::create_directory(path() / directory);
    BOOST_REQUIRE(::mkfifo((path() / pipe).c_str(), 0600) == 0);
    remove_dead_export_temps(open.get(), now + 1000);
    for (std::string const& name : {link, directory, pipe, std::string("target")}) {
        BOOST_TEST(has(name), name);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::publish
