#include "integration/support/loop_fixture.hpp"
#include "support/fixtures.hpp"

#include <boost/test/unit_test.hpp>

#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

namespace storh::io {
namespace {

namespace fs = std::filesystem;

struct operations_fixture : test::loop_fixture {
    void place(std::string_view name, std::string_view bytes) const {
        std::ofstream(path_of(name)) << bytes;
    }

    /// Reads `name` by the operation: the bytes, or the error number as text.
    std::string read(char const* name, std::uint32_t length = 4096) {
        std::string bytes(length, '\0');
        operation op;
        aim(op, opcode::read_file, name, bytes, O_RDONLY);
        int const result = run(op);
        if (result < 0) return std::to_string(result);
        bytes.resize(static_cast<std::size_t>(result));
        return bytes;
    }

    int write(opcode code, char const* name, std::string bytes) {
        operation op;
        aim(op, code, name, bytes);
        return run(op);
    }

    int rename(char const* from, char const* to, unsigned flags = 0) {
        operation op;
        aim(op, opcode::rename_file, from, static_cast<int>(flags));
        op.target = to;
        return run(op);
    }

    int simple(opcode code, char const* name, int flags = 0) {
        operation op;
        aim(op, code, name, flags);
        op.mode = 0777;
        return run(op);
    }
};

BOOST_FIXTURE_TEST_SUITE(operations_suite, operations_fixture,
                         *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(a_written_file_is_read_back_whole_or_as_far_as_asked) {
    BOOST_TEST(write(opcode::write_file, "a", "hello") == 5);
    BOOST_TEST(read("a") == "hello");
    BOOST_TEST(read("a", 3) == "hel");
    BOOST_TEST(write(opcode::write_file, "empty", "") == 0);
    BOOST_TEST(read("empty").empty());
}

BOOST_AUTO_TEST_CASE(a_new_file_has_the_mode_asked_for_without_the_umask) {
    BOOST_TEST(write(opcode::write_file, "a", "x") == 1);
    mode_t const mask = ::umask(0);
    (void)::umask(mask);
    struct stat status = {};
    BOOST_REQUIRE(::stat(path_of("a").c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777U) == (0666U & ~mask));
}

BOOST_AUTO_TEST_CASE(an_exclusive_write_leaves_what_is_there) {
    place("a", "old");
    BOOST_TEST(write(opcode::write_file, "a", "new") == -EEXIST);
    BOOST_TEST(write(opcode::create_file, "a", "new") == -EEXIST);
    BOOST_TEST(read("a") == "old");
}

BOOST_AUTO_TEST_CASE(reading_what_is_missing_or_no_file_says_so) {
    fs::create_directory(path_of("directory"));
    place("file", "x");
    BOOST_TEST(read("missing") == std::to_string(-ENOENT));
    BOOST_TEST(read("missing/a") == std::to_string(-ENOENT));
    BOOST_TEST(read("directory") == std::to_string(-EISDIR));
    BOOST_TEST(read("file/a") == std::to_string(-ENOTDIR));
}

BOOST_AUTO_TEST_CASE(links_are_not_followed_wherever_they_stand) {
    fs::create_directory(path_of("real"));
    place("real/a", "x");
    fs::create_symlink("real/a", path_of("link"));
    fs::create_symlink("real", path_of("bucket"));
    fs::create_symlink("nowhere", path_of("dangling"));
    std::string const refused = std::to_string(-ELOOP);
    BOOST_TEST(read("link") == refused);
    BOOST_TEST(read("bucket/a") == refused);
    BOOST_TEST(read("dangling") == refused);
    BOOST_TEST(write(opcode::write_file, "bucket/b", "x") == -ELOOP);
    BOOST_TEST(write(opcode::create_file, "bucket/b", "x") == -ELOOP);
    BOOST_TEST(!fs::exists(path_of("real/b")));
}

BOOST_AUTO_TEST_CASE(nothing_leads_out_of_the_directory) {
    for (char const* const path : {"../x", "/etc/hostname"}) {
        BOOST_TEST(read(path) == std::to_string(-EXDEV), path);
    }
}

BOOST_AUTO_TEST_CASE(a_created_file_stays_open_until_it_is_closed) {
    std::string bytes = "hello";
    operation op;
    aim(op, opcode::create_file, "a", bytes);
    BOOST_TEST(run(op) == 5);
    BOOST_TEST(op.file.index >= 0);
    op.code = opcode::sync_file;
    BOOST_TEST(run(op) == 0);
    op.code = opcode::close_file;
    BOOST_TEST(run(op) == 0);
    BOOST_TEST(op.file.index == -1);
    BOOST_TEST(read("a") == "hello");
}

BOOST_AUTO_TEST_CASE(an_open_file_is_written_read_and_synced_at_any_place) {
    operation op;
    aim(op, opcode::open_file, "a", O_RDWR | O_CREAT);
    BOOST_REQUIRE(run(op) >= 0);
    BOOST_TEST((::fcntl(op.result, F_GETFD) & FD_CLOEXEC) != 0);
    op.file = file_handle{op.result, false};
    std::string bytes = "abc";
    op.code = opcode::write_at;
    op.data = bytes.data();
    op.length = 3;
    op.offset = 4;
    BOOST_TEST(run(op) == 3);
    op.code = opcode::sync_file;
    BOOST_TEST(run(op) == 0);
    op.code = opcode::read_at;
    op.offset = 5;
    BOOST_TEST(run(op) == 2);
    BOOST_TEST(bytes == "bcc");
    op.code = opcode::close_file;
    BOOST_TEST(run(op) == 0);
}

BOOST_AUTO_TEST_CASE(a_rename_replaces_unless_it_may_not) {
    place("a", "new");
    place("b", "old");
    BOOST_TEST(rename("a", "b", RENAME_NOREPLACE) == -EEXIST);
    BOOST_TEST(read("b") == "old");
    BOOST_TEST(rename("a", "b") == 0);
    BOOST_TEST(read("b") == "new");
    BOOST_TEST(rename("a", "b") == -ENOENT);
}

BOOST_AUTO_TEST_CASE(directories_and_files_are_made_and_removed) {
    BOOST_TEST(simple(opcode::make_directory, "d") == 0);
    BOOST_TEST(simple(opcode::make_directory, "d") == -EEXIST);
    BOOST_TEST(simple(opcode::make_directory, "x/y") == -ENOENT);
    place("a", "");
    BOOST_TEST(simple(opcode::unlink_file, "a") == 0);
    BOOST_TEST(simple(opcode::unlink_file, "a") == -ENOENT);
    BOOST_TEST(simple(opcode::unlink_file, "d", AT_REMOVEDIR) == 0);
    BOOST_TEST(fs::is_empty(directory.path()));
}

BOOST_AUTO_TEST_CASE(a_stat_tells_size_and_kind) {
    place("a", "hello");
    fs::create_symlink("a", path_of("link"));
    struct statx status = {};
    operation op;
    aim(op, opcode::stat_file, "a", AT_SYMLINK_NOFOLLOW);
    op.status = &status;
    BOOST_TEST(run(op) == 0);
    BOOST_TEST(status.stx_size == 5U);
    op.path = "link";
    BOOST_TEST(run(op) == 0);
    BOOST_TEST(S_ISLNK(status.stx_mode));
    op.path = "missing";
    BOOST_TEST(run(op) == -ENOENT);
}

BOOST_AUTO_TEST_CASE(a_job_gives_its_result_from_another_thread) {
    std::thread::id ran_on;
    operation op;
    op.code = opcode::job;
    op.data = &ran_on;
    op.job = [](operation& self) noexcept {
        *static_cast<std::thread::id*>(self.data) = std::this_thread::get_id();
        return 42;
    };
    BOOST_TEST(run(op) == 42);
    BOOST_TEST((ran_on != std::this_thread::get_id()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
