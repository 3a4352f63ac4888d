#include "publish/temp_judge.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <string>

namespace storh::publish {
namespace {

constexpr std::time_t now = 1700000000;
constexpr std::time_t old = now - 3600;

/// Above the largest process id of Linux (2^22), so that no process can have it.
constexpr char dead_pid[] = "2000000000";

std::string own_pid() {
    return std::to_string(::getpid());
}

bool is_abandoned(std::string const& name, std::time_t changed = old,
                  writer_census const& writers = writer_census()) {
    return is_abandoned_temp(name, changed, now, writers);
}

writer_census with_foreign_writer() {
    writer_census writers;
    writers.has_foreign_alive = true;
    return writers;
}

BOOST_AUTO_TEST_SUITE(temp_judge_suite)

BOOST_AUTO_TEST_CASE(a_file_that_does_not_look_like_a_temp_file_is_kept) {
    for (char const* const name : {"", ".", ".tmp", "..tmp", "a.tmp", "record.jsonc", ".hidden",
                                   ".1.ab.1.tmp2", "2000000000.ab.1.tmp", ".2000000000.ab.1.TMP"}) {
        BOOST_TEST(!is_abandoned(name), name);
    }
}

// storh-format 5.4, the first two rows
BOOST_AUTO_TEST_CASE(a_temp_file_lives_as_long_as_the_process_that_it_names) {
    BOOST_TEST(!is_abandoned("." + own_pid() + ".0a1b2c3d.1.tmp"));
    BOOST_TEST(!is_abandoned(".1.0a1b2c3d.1.tmp"));
    BOOST_TEST(is_abandoned(std::string(".") + dead_pid + ".0a1b2c3d.1.tmp"));
}

// PHP deletes it at once; but its writer may live in another container.
BOOST_AUTO_TEST_CASE(a_temp_file_whose_writer_has_no_marker_is_kept_for_sixty_seconds) {
    std::string const name = std::string(".") + dead_pid + ".0a1b2c3d.1.tmp";
    BOOST_TEST(!is_abandoned(name, now));
    BOOST_TEST(!is_abandoned(name, now - 59));
    BOOST_TEST(is_abandoned(name, now - 60));
}

BOOST_AUTO_TEST_CASE(a_temp_file_whose_writer_has_a_dead_marker_goes_at_once) {
    writer_census writers;
    writers.dead = {std::string(dead_pid) + ".0a1b2c3d"};
    BOOST_TEST(is_abandoned(std::string(".") + dead_pid + ".0a1b2c3d.1.tmp", now, writers));
}

BOOST_AUTO_TEST_CASE(a_process_id_that_cannot_be_is_dead) {
    for (char const* const pid : {"0", "2147483648", "99999999999999999999"}) {
        BOOST_TEST(is_abandoned(std::string(".") + pid + ".ab.1.tmp"), pid);
    }
}

BOOST_AUTO_TEST_CASE(random_digits_of_any_length_name_a_writer) {
    writer_census writers;
    for (std::string const digits : {"a", "0123456789abcdef"}) {
        writers.dead = {std::string(dead_pid) + "." + digits};
        std::string const name = std::string(".") + dead_pid + "." + digits + ".12345.tmp";
        BOOST_TEST(is_abandoned(name, now, writers));
    }
}

// storh-format 5.4, the third row
BOOST_AUTO_TEST_CASE(a_temp_file_that_names_no_writer_is_kept_for_sixty_seconds) {
    for (char const* const name :
         {".x.tmp", ".index.tmp", ".p0123456789abcdef.ab.1.tmp", ".2000000000.ab.tmp",
          ".2000000000.AB.1.tmp", ".2000000000..1.tmp", ".2000000000.ab.x.tmp",
          ".2000000000.ab.cd.1.tmp", ".-2000000000.ab.1.tmp"}) {
        BOOST_TEST(!is_abandoned(name, now - 59), name);
        BOOST_TEST(is_abandoned(name, now - 60), name);
        // The clock of another machine may be ahead.
        BOOST_TEST(!is_abandoned(name, now + 100), name);
    }
}

// PHP deletes it although a paused writer may come back to it (storh-format 16, L10).
BOOST_AUTO_TEST_CASE(such_a_file_is_kept_while_a_foreign_writer_lives) {
    BOOST_TEST(!is_abandoned(".x.tmp", old, with_foreign_writer()));
    std::string const named = std::string(".") + dead_pid + ".ab.1.tmp";
    BOOST_TEST(is_abandoned(named, old, with_foreign_writer()));
}

// A process id may be reused, or belong to another container: the locked marker decides.
BOOST_AUTO_TEST_CASE(a_marker_counts_for_more_than_a_process_id) {
    writer_census writers;
    std::string const alive = std::string(dead_pid) + ".0a1b2c3d";
    std::string const dead = own_pid() + ".0a1b2c3d";
    writers.alive = {alive};
    writers.dead = {dead};
    BOOST_TEST(!is_abandoned("." + alive + ".5.tmp", old, writers));
    BOOST_TEST(is_abandoned("." + dead + ".5.tmp", now, writers));
    // Another writer of the same process is judged by itself.
    BOOST_TEST(!is_abandoned("." + own_pid() + ".ffffffff.5.tmp", old, writers));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
