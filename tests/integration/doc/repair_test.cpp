// repair: what it moves and where to, what it leaves, and that nothing is lost by it.

#include "integration/support/upkeep.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace storh::test {
namespace {

namespace fs = std::filesystem;

uuid_v7 const id = id_in_bucket(0xab, 1);
uuid_v7 const other = id_in_bucket(0xab, 2);
char const* const garbage = "{\"id\":!";

struct repairing : upkeep_fixture {
    /// Repairs, and checks that a second time nothing is left to do.
    repair_report repair(store_options options = store_options()) {
        doc_store store = open(options);
        repair_report const report = must(store.repair(noting()));
        auto const first = seen;
        repair_report const again = must(store.repair(noting()));
        BOOST_TEST(again.quarantined == 0U);
        BOOST_TEST(again.rehomed == 0U);
        BOOST_TEST(again.temps_removed == 0U);
        BOOST_TEST(again.markers_removed == 0U);
        BOOST_TEST(again.records == report.records);
        BOOST_TEST(again.bytes == report.bytes);
        must(store.close());
        seen = first;
        return report;
    }

    [[nodiscard]] std::vector<std::string> in_quarantine() const {
        std::vector<std::string> names;
        for (auto const& entry : tree_of(collection() / ".storh/corrupt")) {
            names.push_back(entry.first);
        }
        return names;
    }

    /// The finding of what lay at `path` says where it is now, and what is there are `bytes`.
    void check_moved(fs::path const& path, std::string const& bytes) const {
        finding const found = found_at(relative(path));
        BOOST_REQUIRE(!found.moved_to.empty());
        BOOST_TEST(read_file(found.moved_to) == bytes);
        BOOST_TEST((fs::symlink_status(path).type() == fs::file_type::not_found));
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(repair_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(nothing_is_made_where_there_is_no_collection, repairing) {
    doc_store store = open();
    auto const shown = std::make_shared<progress>();
    repair_report const report = must(store.repair(upkeep_options().report_to(shown)));
    BOOST_TEST(report.records == 0U);
    BOOST_TEST(shown->done() == 256U);
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(a_sound_collection_stays_as_it_is, repairing) {
    auto const ids = place_many(300);
    doc_store store = open();
    must(store.put(ids[0], document_of(1)));
    auto const before = snapshot();
    repair_report const report = must(store.repair(noting()));
    BOOST_TEST((snapshot() == before));
    BOOST_TEST(report.is_sound());
    BOOST_TEST(report.records == 300U);
    BOOST_TEST(seen.empty());
}

BOOST_FIXTURE_TEST_CASE(what_php_left_after_a_crash_is_quarantined_as_php_does, repairing) {
    fs::copy(fixture_path("storh-0.5.0/doc-crashed/root"), directory.path(),
             fs::copy_options::recursive);
    json::value const expected = read_json_fixture("storh-0.5.0/doc-crashed/expected.json");
    repair_report const report = repair(store_options().drop_php_indexes(true));
    BOOST_TEST(report.quarantined == 3U);
    BOOST_TEST(report.damaged() == 3U);
    BOOST_TEST(report.records == 56U);
    auto const& stats = expected.at("after_repair").at("verify").at("stats");
    BOOST_TEST(report.bytes == stats.at("bytes").to_number<std::uint64_t>());
    std::vector<std::string> names;
    for (json::value const& path : expected.at("quarantined").as_array()) {
        names.push_back(fs::path(std::string(path.as_string())).filename().string());
    }
    BOOST_TEST(in_quarantine() == names);
    doc_store store = open();
    for (json::value const& entry : expected.at("after_repair").at("records").as_array()) {
        auto const got = wait(store.get(uuid_v7::parse(text_of(entry, "id")).value()));
        BOOST_TEST((got.error == errc::unsupported_record || got.value.has_value()));
    }
}

BOOST_FIXTURE_TEST_CASE(damaged_files_are_kept_in_quarantine_byte_for_byte, repairing) {
    place(id, garbage);
    place(other, text_of(id));
    auto const sound = place_many(100);
    repair_report const report = repair();
    BOOST_TEST(report.quarantined == 2U);
    BOOST_TEST(report.records == 100U);
    check_moved(file_of(id), garbage);
    check_moved(file_of(other), text_of(id));
    BOOST_TEST(found_at(relative_of(id)).moved_to == quarantined(id).string());
    BOOST_TEST(found_at(relative_of(id)).kind == finding_kind::corrupt_record);
    BOOST_TEST(found_at(relative_of(other)).kind == finding_kind::wrong_id);
    doc_store store = open();
    BOOST_TEST(!must(store.get(id)));
    for (auto const& found : must(store.get_many(sound))) BOOST_TEST(found.has_value());
    // The place is free again.
    must(store.put(id, document_of(2)));
    BOOST_TEST(must(store.get(id))->data() == document_of(2));
}

BOOST_FIXTURE_TEST_CASE(a_taken_quarantine_name_gets_eight_random_digits, repairing) {
    for (int round = 0; round < 4; ++round) {
        place(id, garbage + std::to_string(round));
        BOOST_TEST(repair().quarantined == 1U);
        check_moved(file_of(id), garbage + std::to_string(round));
    }
    BOOST_TEST(in_quarantine().size() == 4U);
    BOOST_TEST(read_file(quarantined(id)) == std::string(garbage) + "0");
    std::string const base = id.to_string() + "-";
    for (std::string const& name : in_quarantine()) {
        if (name == id.to_string() + ".jsonc") continue;
        BOOST_TEST(name.starts_with(base));
        BOOST_TEST(name.size() == base.size() + 8 + 6);
        BOOST_TEST(name.ends_with(".jsonc"));
    }
}

BOOST_FIXTURE_TEST_CASE(a_sound_record_in_a_wrong_bucket_goes_home, repairing) {
    write_file(stray_of(id, "00"), text_of(id));
    write_file(stray_of(other, "ff"), text_of(other));
    BOOST_TEST(!fs::exists(file_of(id).parent_path()));
    repair_report const report = repair();
    BOOST_TEST(report.rehomed == 2U);
    BOOST_TEST(report.quarantined == 0U);
    BOOST_TEST(report.count(finding_kind::wrong_bucket) == 2U);
    // Counted once, whether its own bucket was walked before or after.
    BOOST_TEST(report.records == 2U);
    BOOST_TEST(report.bytes == 2 * text_of(id).size());
    check_moved(stray_of(id, "00"), text_of(id));
    BOOST_TEST(found_at(relative(stray_of(id, "00"))).moved_to == file_of(id).string());
    doc_store store = open();
    BOOST_TEST(must(store.get(id)).has_value());
    BOOST_TEST(must(store.get(other)).has_value());
}

BOOST_FIXTURE_TEST_CASE(many_records_go_home_and_are_counted_once, repairing) {
    std::vector<uuid_v7> ids;
    for (unsigned n = 0; n < 600; ++n) {
        ids.push_back(id_in_bucket(n * 37, n));
        write_file(stray_of(ids.back(), n % 2 == 0 ? "7f" : "80"), text_of(ids.back()));
    }
    repair_report const report = repair();
    std::uint64_t const strays = report.count(finding_kind::wrong_bucket);
    BOOST_TEST(report.rehomed == strays);
    BOOST_TEST(strays > 500U);
    BOOST_TEST(report.records == 600U);
    doc_store store = open();
    for (auto const& found : must(store.get_many(ids))) BOOST_TEST(found.has_value());
}

BOOST_FIXTURE_TEST_CASE(a_record_whose_home_is_taken_goes_into_quarantine, repairing) {
    place(id, text_of(id, "{\"n\":2}"));
    write_file(stray_of(id, "00"), text_of(id, "{\"n\":1}"));
    repair_report const report = repair();
    BOOST_TEST(report.rehomed == 0U);
    BOOST_TEST(report.quarantined == 1U);
    BOOST_TEST(report.records == 1U);
    check_moved(stray_of(id, "00"), text_of(id, "{\"n\":1}"));
    BOOST_TEST(must(open().get(id))->data() == document_of(2));
}

BOOST_FIXTURE_TEST_CASE(damage_in_a_wrong_bucket_goes_into_quarantine, repairing) {
    write_file(stray_of(id, "00"), garbage);
    write_file(stray_of(other, "00"), text_of(id));
    BOOST_TEST(repair().quarantined == 2U);
    check_moved(stray_of(id, "00"), garbage);
    check_moved(stray_of(other, "00"), text_of(id));
}

BOOST_FIXTURE_TEST_CASE(what_is_no_regular_file_is_moved_as_it_is, repairing) {
    fs::path const outside = directory.path() / "outside";
    write_file(outside, text_of(id));
    place_sound(id_in_bucket(0xab, 9));
    fs::create_symlink(outside, file_of(id));
    write_file(file_of(other) / "inside", "kept");
    uuid_v7 const piped = id_in_bucket(0xab, 3);
    BOOST_REQUIRE(::mkfifo(file_of(piped).c_str(), 0666) == 0);
    BOOST_TEST(repair().quarantined == 3U);
    BOOST_TEST(fs::read_symlink(quarantined(id)) == outside);
    BOOST_TEST(read_file(outside) == text_of(id));
    BOOST_TEST(read_file(quarantined(other) / "inside") == "kept");
    BOOST_TEST(fs::is_fifo(quarantined(piped)));
    for (uuid_v7 const& each : {id, other, piped}) BOOST_TEST(!must(open().get(each)));
}

BOOST_FIXTURE_TEST_CASE(what_may_be_sound_and_what_is_foreign_is_left, repairing) {
    place(id, text_of(id, "[1]"));
    place(other, text_of(other, "{\"x\":\"" + std::string(60000, 'x') + "\"}"));
    std::string upper = "018BCFE5-6800-7000-8000-AB0000000007.jsonc";
    write_file(collection() / "data/ab" / upper, garbage);
    write_file(collection() / "data/AB" / upper, garbage);
    write_file(collection() / "data/ab/notes", "x");
    write_file(collection() / "data/ab/deeper" / file_of(id).filename(), garbage);
    write_file(collection() / "other" / file_of(id).filename(), garbage);
    auto const before = tree_of(directory.path());
    repair_report const report = repair(store_options().record_bytes_max(50000));
    BOOST_TEST(report.count(finding_kind::unreadable_record) == 2U);
    BOOST_TEST(report.count(finding_kind::foreign_file) == 5U);
    BOOST_TEST(report.quarantined == 0U);
    BOOST_TEST(!report.is_sound());
    for (finding const& one : seen) BOOST_TEST(one.moved_to.empty());
    auto const after = tree_of(directory.path());
    for (auto const& [path, bytes] : before) {
        BOOST_REQUIRE(after.contains(path));
        BOOST_TEST(after.at(path) == bytes);
    }
    BOOST_TEST(in_quarantine().empty());
}

BOOST_FIXTURE_TEST_CASE(left_overs_of_dead_writers_are_removed, repairing) {
    doc_store writer = open();
    must(writer.put(id, document_of(1)));
    std::string const temp = std::string(".") + dead_writer + ".7.tmp";
    std::string const own = "." + std::to_string(::getpid()) + ".0.1.tmp";
    write_file(collection() / ".storh/writers" / dead_writer, "");
    for (std::string const where : {"", "data/", "data/ab/", ".storh/"}) {
        write_file(collection() / (where + temp), "x");
        write_file(collection() / (where + own), "x");
    }
    write_file(collection() / "data/ab/.young.tmp", "x");
    // Not by opening, which would sweep as well.
    repair_report const report = must(writer.repair(noting()));
    BOOST_TEST(report.temps_removed == 4U);
    BOOST_TEST(report.markers_removed == 1U);
    BOOST_TEST(report.count(finding_kind::orphaned_temp) == 4U);
    BOOST_TEST(report.count(finding_kind::stale_marker) == 1U);
    BOOST_TEST(report.is_sound());
    BOOST_TEST(temps().size() == 5U);
    BOOST_TEST(tree_of(collection() / ".storh/writers").size() == 1U);
    BOOST_TEST(must(writer.repair()).temps_removed == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
