// Sweeping beside writers that come and go, judged by their markers.

#include "publish/temp_sweep.hpp"

#include "integration/support/temp_directory.hpp"
#include "integration/support/tree.hpp"
#include "io/unique_fd.hpp"
#include "publish/writer_marker.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <string>

namespace storh::test {
namespace {

namespace fs = std::filesystem;
using publish::temp_judge;

/// Above the largest process id of Linux: a process that is not in this container.
constexpr char elsewhere[] = "2000000000.0a1b2c3d";

struct sweeping {
    sweeping() {
        fs::create_directories(path / ".storh/writers");
        fs::create_directories(path / "data/ab");
        fd.reset(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }

    [[nodiscard]] fs::path temp_of(std::string const& writer) const {
        return path / "data/ab" / ("." + writer + ".1.tmp");
    }
    void place_old(fs::path const& file) const {
        write_file(file, "x");
        auto const old = fs::file_time_type::clock::now() - std::chrono::minutes(10);
        fs::last_write_time(file, old);
    }

    temp_directory const directory;
    fs::path const path = directory.path() / "pages";
    io::unique_fd fd;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(temp_sweep_suite)

// It was swept: the markers were read once, and a process id of another container means nothing here.
BOOST_FIXTURE_TEST_CASE(a_writer_that_registers_after_the_census_keeps_its_temp_files, sweeping) {
    temp_judge judge(fd.get());
    auto marker = publish::writer_marker::make(fd.get(), elsewhere);
    BOOST_REQUIRE(marker.has_value());
    place_old(temp_of(elsewhere));
    BOOST_TEST(publish::sweep(path.string(), fd.get(), judge).temps_removed == 0U);
    BOOST_TEST(fs::exists(temp_of(elsewhere)));
}

BOOST_FIXTURE_TEST_CASE(a_writer_that_dies_after_the_census_loses_its_temp_files, sweeping) {
    temp_judge judge(fd.get());
    write_file(path / ".storh/writers" / elsewhere, "storh for C++\n");
    write_file(temp_of(elsewhere), "x");
    auto const swept = publish::sweep(path.string(), fd.get(), judge);
    BOOST_TEST(swept.temps_removed == 1U);
    BOOST_TEST(swept.changed.size() == 1U);
    // Others of its may lie where the sweep has already been.
    BOOST_TEST(swept.markers_removed == 0U);
    BOOST_TEST(fs::exists(path / ".storh/writers" / elsewhere));
}

BOOST_FIXTURE_TEST_CASE(dead_markers_go_with_their_temp_files_and_both_are_made_durable, sweeping) {
    write_file(path / ".storh/writers" / elsewhere, "storh for C++\n");
    write_file(temp_of(elsewhere), "x");
    temp_judge judge(fd.get());
    auto const swept = publish::sweep(path.string(), fd.get(), judge);
    BOOST_TEST(swept.temps_removed == 1U);
    BOOST_TEST(swept.markers_removed == 1U);
    BOOST_TEST(!swept.error.failed());
    std::set<std::string> const expected{(path / "data/ab").string(),
                                         (path / ".storh/writers").string()};
    BOOST_TEST((swept.changed == expected));
    BOOST_TEST(!publish::sync_swept(swept).failed());
    fs::remove_all(path / "data");
    BOOST_TEST(!publish::sync_swept(swept).failed());
}

BOOST_FIXTURE_TEST_CASE(without_a_marker_a_temp_file_has_to_be_old, sweeping) {
    temp_judge judge(fd.get());
    write_file(temp_of(elsewhere), "x");
    BOOST_TEST(publish::sweep(path.string(), fd.get(), judge).temps_removed == 0U);
    place_old(temp_of(elsewhere));
    BOOST_TEST(publish::sweep(path.string(), fd.get(), judge).temps_removed == 1U);
}

// Its maker locks it next, and must not find it locked: the probe itself made the making fail.
BOOST_FIXTURE_TEST_CASE(a_marker_that_is_being_made_is_not_locked_by_who_looks_at_it, sweeping) {
    std::string const name = std::to_string(::getpid()) + ".0a1b2c3d";
    write_file(path / ".storh/writers" / name, "");
    int const writers = ::open((path / ".storh/writers").c_str(), O_RDONLY | O_DIRECTORY);
    io::unique_fd const held(::open((path / ".storh/writers" / name).c_str(), O_RDONLY));
    BOOST_REQUIRE(::flock(held.get(), LOCK_EX) == 0);
    BOOST_TEST((publish::state_of_writer(writers, name) == publish::writer_state::alive_foreign));
    (void)::close(writers);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
