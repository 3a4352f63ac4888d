// verify: every kind of finding, what it tells, and that it changes nothing.

#include "integration/support/child.hpp"
#include "integration/support/upkeep.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace storh::test {
namespace {

namespace fs = std::filesystem;

uuid_v7 const id = id_in_bucket(0xab, 1);
uuid_v7 const other = id_in_bucket(0xab, 2);

struct verifying : upkeep_fixture {
    /// Verifies, checks that nothing has changed, and notes the findings.
    verify_report verify(store_options options = store_options().access(access_mode::read_only)) {
        doc_store store = open(options);
        auto const before = snapshot();
        verify_report const report = must(store.verify(noting()));
        must(store.close());
        BOOST_TEST((snapshot() == before));
        return report;
    }

    /// Verifies and expects exactly these findings.
    verify_report check(found_kinds const& expected, std::uint64_t records,
                        store_options options = store_options().access(access_mode::read_only)) {
        verify_report const report = verify(options);
        for (auto const& [path, kind] : kinds()) {
            BOOST_TEST(expected.contains(path), path << ": " << to_string(kind));
        }
        BOOST_TEST((kinds() == expected));
        BOOST_TEST(report.records == records);
        BOOST_TEST(report.findings().size() == expected.size());
        return report;
    }

    fs::path const in_bucket = collection() / "data/ab";
};

}  // namespace

BOOST_AUTO_TEST_SUITE(verify_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_collection_that_does_not_exist_is_sound_and_is_not_made, verifying) {
    doc_store store = open();
    auto const shown = std::make_shared<progress>();
    verify_report const report = must(store.verify(upkeep_options().report_to(shown)));
    BOOST_TEST(report.is_sound());
    BOOST_TEST(report.records == 0U);
    BOOST_TEST(shown->done() == 256U);
    BOOST_TEST(shown->total() == 256U);
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(sound_records_are_counted_as_stats_does, verifying) {
    doc_store store = open();
    (void)must(store.put_many(std::vector<put_row>(500, put_row(document_of(1)))));
    auto const shown = std::make_shared<progress>();
    verify_report const report = must(store.verify(noting().report_to(shown)));
    auto const counted = std::make_shared<progress>();
    store_stats const stats = must(store.stats(upkeep_options().report_to(counted)));
    BOOST_TEST(report.is_sound());
    BOOST_TEST(seen.empty());
    BOOST_TEST(report.records == 500U);
    BOOST_TEST(stats.records == 500U);
    BOOST_TEST(report.bytes == stats.bytes);
    for (auto const& each : {shown, counted}) {
        BOOST_TEST(each->records() == 500U);
        BOOST_TEST(each->done() == 256U);
        BOOST_TEST(each->total() == 256U);
    }
}

BOOST_FIXTURE_TEST_CASE(what_php_left_after_a_crash_is_told_apart, verifying) {
    fs::copy(fixture_path("storh-0.5.0/doc-crashed/root"), directory.path(),
             fs::copy_options::recursive);
    fs::path const index_temp =
        collection() /
        ".storh/indexes/entries/eq/6c616e67/.s-e697a5e69cace8aa9e.jsonc.79e596132757.tmp";
    found_kinds expected{
        {"data/17/018bcfe5-7b88-7005-8000-1715609f7c72.jsonc", finding_kind::corrupt_record},
        {"data/2e/018bcfe5-8f10-700a-8000-2e2ac13ef8e4.jsonc", finding_kind::wrong_id},
        {"data/a7/018bcfe5-9eb0-700e-8000-a708a824f60c.jsonc", finding_kind::corrupt_record},
        {"data/da/.99999999.4a02a51a.1.tmp", finding_kind::orphaned_temp},
        {".storh/writers/99999999.4a02a51a", finding_kind::stale_marker},
    };
    // Just copied, the other one may still be somebody's.
    verify_report const report = check(expected, 56);
    BOOST_TEST(report.damaged() == 3U);
    make_old(index_temp);
    expected.emplace(relative(index_temp), finding_kind::orphaned_temp);
    check(expected, 56);
}

BOOST_FIXTURE_TEST_CASE(damage_is_told_with_what_a_get_says, verifying) {
    place(id, "{\"id\":\"" + id.to_string() + "\",!");
    place(other, text_of(id));
    verify_report const report = check({{relative_of(id), finding_kind::corrupt_record},
                                        {relative_of(other), finding_kind::wrong_id}},
                                       0);
    BOOST_TEST(report.count(finding_kind::wrong_id) == 1U);
    doc_store store = open();
    for (uuid_v7 const& each : {id, other}) {
        error_info info;
        auto const got = wait(store.get(each, get_options().info(info)));
        finding const found = found_at(relative_of(each));
        BOOST_TEST(found.error == got.error);
        BOOST_TEST(found.path == info.path());
        BOOST_TEST((found.id == info.id()));
        BOOST_TEST((found.offset == info.offset()));
        BOOST_TEST(found.detail == info.detail());
        BOOST_TEST(found.moved_to.empty());
    }
}

BOOST_FIXTURE_TEST_CASE(what_is_no_regular_file_is_corrupt_and_is_not_opened, verifying) {
    place_sound(other);
    fs::path const outside = directory.path() / "outside";
    write_file(outside, text_of(id));
    fs::create_symlink(outside, in_bucket / file_of(id_in_bucket(0xab, 3)).filename());
    fs::create_symlink("nowhere", in_bucket / file_of(id_in_bucket(0xab, 4)).filename());
    fs::create_directory(in_bucket / file_of(id_in_bucket(0xab, 5)).filename());
    fs::path const pipe = file_of(id_in_bucket(0xab, 6));
    BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0666) == 0);
    found_kinds expected;
    for (unsigned n = 3; n <= 6; ++n) {
        expected.emplace(relative_of(id_in_bucket(0xab, n)), finding_kind::corrupt_record);
    }
    check(expected, 1);
    auto const code = [&](unsigned n) {
        return found_at(relative_of(id_in_bucket(0xab, n))).error;
    };
    BOOST_TEST(code(3) == error_code(ELOOP, boost::system::system_category()));
    BOOST_TEST(code(4) == error_code(ELOOP, boost::system::system_category()));
    BOOST_TEST(code(5) == error_code(EISDIR, boost::system::system_category()));
    BOOST_TEST(code(6) == errc::corrupt_record);
}

BOOST_FIXTURE_TEST_CASE(a_record_in_a_wrong_bucket_is_read_too, verifying) {
    uuid_v7 const corrupt = id_in_bucket(0xab, 3);
    write_file(stray_of(id, "00"), text_of(id));
    write_file(stray_of(other, "00"), text_of(id));
    write_file(stray_of(corrupt, "01"), "");
    place_sound(id);
    check({{relative(stray_of(id, "00")), finding_kind::wrong_bucket},
           {relative(stray_of(other, "00")), finding_kind::wrong_id},
           {relative(stray_of(corrupt, "01")), finding_kind::corrupt_record}},
          1);
    BOOST_TEST((found_at(relative(stray_of(id, "00"))).id == id));
}

BOOST_FIXTURE_TEST_CASE(what_this_store_does_not_serve_is_unreadable, verifying) {
    uuid_v7 const fits = id_in_bucket(0xab, 3);
    place(id, text_of(id, "[1]"));
    place(other, text_of(other, "{\"x\":\"" + std::string(60000, 'x') + "\"}"));
    place(fits, text_of(fits, "{\"x\":\"" + std::string(40000, 'x') + "\"}"));
    found_kinds const expected{{relative_of(id), finding_kind::unreadable_record},
                               {relative_of(other), finding_kind::unreadable_record}};
    auto const report =
        check(expected, 1, store_options().access(access_mode::read_only).record_bytes_max(50000));
    BOOST_TEST(report.damaged() == 2U);
    BOOST_TEST(found_at(relative_of(id)).error == errc::unsupported_record);
    BOOST_TEST(found_at(relative_of(other)).error == errc::record_too_large);
}

BOOST_FIXTURE_TEST_CASE(foreign_files_are_told_everywhere_but_in_storh, verifying) {
    place_sound(id);
    std::string const upper = "018BCFE5-6800-7000-8000-AB0000000002.jsonc";
    write_file(collection() / "notes.txt", "x");
    write_file(collection() / "old/018bcfe5-6800-7000-8000-ab0000000001.jsonc", "x");
    write_file(collection() / "data/README", "x");
    write_file(collection() / "data/AB" / upper, text_of(other));
    write_file(collection() / "data/00", "x");
    fs::create_directory_symlink(in_bucket, collection() / "data/01");
    write_file(in_bucket / upper, text_of(other));
    write_file(in_bucket / (file_of(other).filename().string() + "~"), "x");
    write_file(in_bucket / "deeper" / file_of(other).filename(), "x");
    write_file(in_bucket / ".hidden", "x");
    write_file(collection() / ".storh/anything", "x");
    write_file(collection() / ".storh/corrupt" / file_of(other).filename(), "x");
    found_kinds expected;
    for (std::string const path : {"notes.txt", "old", "data/README", "data/AB", "data/00",
                                   "data/01", "data/ab/deeper", "data/ab/.hidden"}) {
        expected.emplace(path, finding_kind::foreign_file);
    }
    expected.emplace("data/ab/" + upper, finding_kind::foreign_file);
    expected.emplace(relative_of(other) + "~", finding_kind::foreign_file);
    verify_report const report = check(expected, 1);
    BOOST_TEST(report.is_sound());
    BOOST_TEST(found_at("data/ab/" + upper).detail.find("PHP") != std::string::npos);
    BOOST_TEST(found_at("data/AB").detail.find("not looked into") != std::string::npos);
    BOOST_TEST(found_at("data/01").detail.find("no directory") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(left_overs_of_dead_writers_are_told_and_those_of_live_ones_not, verifying) {
    doc_store writer = open();
    must(writer.put(id, document_of(1)));
    std::string const temp = std::string(".") + dead_writer + ".7.tmp";
    fs::path const marker = collection() / ".storh/writers" / dead_writer;
    write_file(marker, "");
    found_kinds expected{{relative(marker), finding_kind::stale_marker}};
    for (std::string const where : {"", "data/", "data/ab/", ".storh/", ".storh/a/b/"}) {
        write_file(collection() / (where + temp), "x");
        expected.emplace(where + temp, finding_kind::orphaned_temp);
        write_file(collection() / (where + "." + std::to_string(::getpid()) + ".0.1.tmp"), "x");
    }
    write_file(in_bucket / ".index.tmp", "x");
    verify_report const report = check(expected, 1);
    BOOST_TEST(report.is_sound());
    make_old(in_bucket / ".index.tmp");
    expected.emplace("data/ab/.index.tmp", finding_kind::orphaned_temp);
    check(expected, 1);
}

BOOST_FIXTURE_TEST_CASE(all_findings_are_handed_over_and_the_first_are_kept, verifying) {
    for (unsigned n = 0; n < 3000; ++n) place(id_in_bucket(n * 37, n), "");
    verify_report const report = verify();
    BOOST_TEST(seen.size() == 3000U);
    BOOST_TEST(kinds().size() == 3000U);
    BOOST_TEST(report.count(finding_kind::corrupt_record) == 3000U);
    BOOST_TEST(report.findings().size() == verify_report::findings_kept);
}

BOOST_FIXTURE_TEST_CASE(any_number_may_be_in_flight, verifying) {
    (void)place_many(700);
    for (unsigned n = 0; n < 40; ++n) {
        uuid_v7 const large = id_in_bucket(0xab, 5000 + n);
        place(large, text_of(large, "{\"x\":\"" + std::string(20000, 'x') + "\"}"));
    }
    doc_store store = open();
    for (unsigned const count : {1U, 2U, 7U, 1024U}) {
        BOOST_TEST(must(store.verify(upkeep_options().in_flight(count))).records == 740U);
    }
}

BOOST_FIXTURE_TEST_CASE(a_directory_that_cannot_be_listed_fails_it_by_its_path, verifying) {
    write_file(collection() / "data", "no directory");
    doc_store store = open();
    error_info info;
    auto const failed = wait(store.verify(upkeep_options().info(info)));
    BOOST_TEST(failed.error == boost::system::errc::not_a_directory, failed.error.message());
    BOOST_TEST(info.path() == (collection() / "data").string());
    BOOST_TEST(!info.detail().empty());
}

BOOST_FIXTURE_TEST_CASE(without_the_rights_a_record_is_unreadable_and_a_bucket_an_error,
                        verifying) {
    on.reset();
    place_sound(other);
    place_sound(id);
    fs::permissions(directory.path(), fs::perms(0755));
    fs::permissions(file_of(id), fs::perms::none);
    fs::create_directories(collection() / "data/ac");
    child process([&](int) {
        drop_privileges();
        engine poor(options_under_test());
        // Neither root nor collection can be written to.
        doc_store store = must(doc_store::open(poor, root(), "pages"));
        verify_report const report = must(store.verify(noting()));
        error_code const refused(EACCES, boost::system::system_category());
        if (report.records != 1 || report.damaged() != 1 || seen.size() != 1) return 1;
        if (seen[0].kind != finding_kind::unreadable_record || seen[0].error != refused) return 2;
        return seen[0].path == file_of(id).string() ? 0 : 3;
    });
    BOOST_TEST(process.wait() == 0);
    fs::permissions(collection() / "data/ac", fs::perms::none);
    child second([&](int) {
        drop_privileges();
        engine poor(options_under_test());
        doc_store store = must(doc_store::open(poor, root(), "pages"));
        error_info info;
        auto const failed = wait(store.verify(upkeep_options().info(info)));
        if (failed.error != error_code(EACCES, boost::system::system_category())) return 1;
        return info.path() == (collection() / "data/ac").string() ? 0 : 2;
    });
    BOOST_TEST(second.wait() == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
