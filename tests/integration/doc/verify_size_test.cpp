// verify and stats of a large bucket: memory does not depend on the number of records.

#include "integration/support/upkeep.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace storh::test {
namespace {

namespace fs = std::filesystem;

/// Whether many files fit into memory, each with a page of its own; on a disk they would need minutes.
bool has_memory_files() {
    std::error_code error;
    fs::space_info const space = fs::space("/dev/shm", error);
    return !error && space.available > (std::uintmax_t{2} << 30);
}

/// 300,000 if the environment variable STORH_TEST_LARGE is set, which takes ten seconds.
unsigned record_count() {
    if (std::getenv("STORH_TEST_LARGE") != nullptr) return 300'000;
    return has_memory_files() && !is_sanitized() ? 100'000 : 30'000;
}

/// A directory there, or on the disk.
class roomy_directory {
public:
    roomy_directory() {
        fs::path const parent =
            has_memory_files() ? fs::path("/dev/shm") : fs::temp_directory_path();
        std::string name = (parent / "storh-test-XXXXXX").string();
        BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    roomy_directory(roomy_directory const&) = delete;
    roomy_directory& operator=(roomy_directory const&) = delete;
    ~roomy_directory() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    [[nodiscard]] fs::path const& path() const noexcept { return path_; }

private:
    fs::path path_;
};

/// A line of /proc/self/status, in bytes.
std::size_t memory(std::string const& line) {
    std::ifstream status("/proc/self/status");
    std::string name;
    std::size_t kilobytes = 0;
    while (status >> name) {
        if (name == line + ":" && status >> kilobytes) return kilobytes * 1024;
        status.ignore(1000, '\n');
    }
    return 0;
}

/// How much more memory this process has needed at most since its making.
class memory_growth {
public:
    memory_growth() {
        std::ofstream("/proc/self/clear_refs") << '5';
        before_ = memory("VmRSS");
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t const peak = memory("VmHWM");
        return peak > before_ ? peak - before_ : 0;
    }

private:
    std::size_t before_ = 0;
};

/// All of a collection's records in one bucket.
struct large_bucket {
    large_bucket() {
        fs::path const path = directory.path() / "pages/data/ab";
        fs::create_directories(path);
        int const bucket = ::open(path.c_str(), O_RDONLY);
        for (unsigned n = 0; n < count; ++n) place(bucket, id_in_bucket(0xab, n));
        (void)::close(bucket);
        store = must(doc_store::open(on, directory.path().string(), "pages"));
    }

    void place(int bucket, uuid_v7 const& id) {
        std::string const text = text_of(id);
        int const fd = ::openat(bucket, (id.to_string() + ".jsonc").c_str(),
                                O_WRONLY | O_CREAT | O_EXCL, 0666);
        BOOST_REQUIRE(::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
        (void)::close(fd);
        bytes += text.size();
    }

    unsigned const count = record_count();
    roomy_directory const directory;
    std::uint64_t bytes = 0;
    engine on{options_under_test()};
    doc_store store;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(verify_size_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(the_memory_of_verify_does_not_depend_on_the_number, large_bucket) {
    memory_growth const growth;
    verify_report const report = must(store.verify());
    std::size_t const needed = growth.bytes();
    BOOST_TEST(report.records == count);
    BOOST_TEST(report.bytes == bytes);
    BOOST_TEST(report.is_sound());
    if (!is_sanitized()) BOOST_TEST(needed < std::size_t{32} * 1024 * 1024);
    memory_growth const growth_of_stats;
    BOOST_TEST(must(store.stats()).records == count);
    if (!is_sanitized()) BOOST_TEST(growth_of_stats.bytes() < std::size_t{8} * 1024 * 1024);
}

BOOST_FIXTURE_TEST_CASE(large_records_are_not_in_memory_all_at_once, upkeep_fixture) {
    constexpr std::size_t record_bytes = 4 * 1024 * 1024;
    constexpr unsigned count = 200;
    uuid_v7 const id = id_in_bucket(0, 0);
    place(id, text_of(id, "{\"x\":\"" + std::string(record_bytes, 'x') + "\"}"));
    // The same bytes under other names, which is another finding and as much to read.
    for (unsigned n = 1; n < count; ++n) {
        fs::create_hard_link(file_of(id),
                             file_of(id).parent_path() / file_of(id_in_bucket(0, n)).filename());
    }
    doc_store store = open();
    memory_growth const growth;
    verify_report const report = must(store.verify());
    BOOST_TEST(report.records == 1U);
    BOOST_TEST(report.count(finding_kind::wrong_id) == count - 1U);
    // Freed memory may stay with each worker's heap; all of them at once would be 800 MiB and more.
    if (!is_sanitized()) BOOST_TEST(growth.bytes() < count * record_bytes / 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
