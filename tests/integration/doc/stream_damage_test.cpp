// Streams over records that cannot be read: each is an error at its place or passed over, and what
// lies behind it is given all the same.

#include "integration/support/stream.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

/// What a walk that goes on after errors sees, until the end.
struct walk {
    explicit walk(record_stream& rows) {
        for (;;) {
            error_info info;
            auto const found = wait(rows.next(&info));
            if (!found.error && !found.value) return;
            seen.push_back(found.error ? info.id().value_or(uuid_v7()) : found.value->id());
            if (found.error) failed.push_back(seen.back());
            if (found.error) errors.push_back(found.error);
            if (found.error) infos.push_back(info);
        }
    }

    ids seen;
    ids failed;
    std::vector<error_code> errors;
    std::vector<error_info> infos;
};

struct damaged_stream : stream_fixture {
    void damage(uuid_v7 const& id) const { place(id, "{\"id\":\"" + id.to_string() + "\",!"); }

    /// Walks in both directions and under both policies over `placed`, of which `bad` is damaged.
    void check(ids placed, ids bad) {
        doc_store store = open();
        for (bool const is_reverse : {false, true}) {
            if (is_reverse) std::ranges::reverse(placed);
            if (is_reverse) std::ranges::reverse(bad);
            record_stream stopping = store.stream(record_query().reverse(is_reverse));
            walk const stopped(stopping);
            BOOST_TEST((stopped.seen == placed));
            BOOST_TEST((stopped.failed == bad));
            BOOST_TEST(stopping.skipped_count() == 0U);
            BOOST_TEST(stopping.skipped().empty());
            record_stream skipping =
                store.stream(record_query().reverse(is_reverse).on_error(error_policy::skip));
            check_skipped(skipping, placed, bad);
        }
    }

    static void check_skipped(record_stream& skipping, ids const& placed, ids const& bad) {
        ids expected;
        std::ranges::copy_if(placed, std::back_inserter(expected), [&](uuid_v7 const& id) {
            return std::ranges::find(bad, id) == bad.end();
        });
        BOOST_TEST((ids_of(drain(skipping)) == expected));
        BOOST_TEST(skipping.skipped_count() == bad.size());
        auto const skipped = skipping.skipped();
        BOOST_REQUIRE(skipped.size() == std::min<std::size_t>(bad.size(), 100));
        for (std::size_t n = 0; n < skipped.size(); ++n) {
            BOOST_TEST((skipped[n].id() == bad[n]));
            BOOST_TEST(!skipped[n].detail().empty());
        }
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_damage_suite,
                      *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_damaged_record_is_an_error_at_its_place, damaged_stream) {
    ids const placed = place_many(700);
    for (std::size_t const position : {0U, 1U, 255U, 256U, 350U, 698U, 699U}) {
        damage(placed[position]);
        check(placed, {placed[position]});
        place_number(placed[position], 1);
    }
}

BOOST_FIXTURE_TEST_CASE(several_damaged_records_are_several_errors, damaged_stream) {
    ids const placed = place_many(400);
    ids bad;
    for (std::size_t const position : {0U, 1U, 2U, 199U, 200U, 398U, 399U}) {
        bad.push_back(placed[position]);
        damage(bad.back());
    }
    check(placed, bad);
}

BOOST_FIXTURE_TEST_CASE(a_collection_may_be_damaged_altogether, damaged_stream) {
    ids const placed = place_many(600);
    for (uuid_v7 const& id : placed) damage(id);
    check(placed, placed);
}

BOOST_FIXTURE_TEST_CASE(an_only_record_may_be_damaged, damaged_stream) {
    ids const placed = place_many(1);
    damage(placed[0]);
    check(placed, placed);
}

BOOST_FIXTURE_TEST_CASE(an_error_tells_what_get_tells, damaged_stream) {
    ids const placed = place_many(8);
    place(placed[0], "{");
    place(placed[1], text_of_record(placed[0], "{}"));
    place(placed[2], text_of_record(placed[2], "[1]"));
    place(placed[3], text_of_record(placed[3], "{\"text\":\"" + std::string(100000, 'x') + "\"}"));
    place(placed[4], "");
    std::filesystem::remove(file_of(placed[5]));
    std::filesystem::create_directory(file_of(placed[5]));
    std::filesystem::remove(file_of(placed[6]));
    std::filesystem::create_symlink(file_of(placed[7]), file_of(placed[6]));
    doc_store store = open(store_options().record_bytes_max(50000));
    record_stream rows = store.stream();
    walk const walked(rows);
    BOOST_TEST((walked.seen == placed));
    BOOST_REQUIRE(walked.errors.size() == 7U);
    for (std::size_t n = 0; n < walked.errors.size(); ++n) {
        error_info expected;
        auto const got = wait(store.get(placed[n], get_options().info(expected)));
        BOOST_TEST(walked.errors[n] == got.error, n << ": " << walked.errors[n].message());
        BOOST_TEST(walked.infos[n].to_string() == expected.to_string());
        BOOST_TEST(walked.infos[n].path() == file_of(placed[n]).string());
    }
    BOOST_TEST(walked.errors[0] == errc::corrupt_record);
    BOOST_TEST(walked.errors[2] == errc::unsupported_record);
    BOOST_TEST(walked.errors[3] == errc::record_too_large);
}

BOOST_FIXTURE_TEST_CASE(records_that_are_passed_over_do_not_count_for_the_limit, damaged_stream) {
    ids const placed = place_many(50);
    for (std::size_t n = 0; n < 20; ++n) damage(placed[n]);
    doc_store store = open();
    record_stream skipping = store.stream(record_query().limit(10).on_error(error_policy::skip));
    BOOST_TEST((ids_of(drain(skipping)) == ids(placed.begin() + 20, placed.begin() + 30)));
    BOOST_TEST(skipping.skipped_count() == 20U);
    record_stream stopping = store.stream(record_query().limit(10));
    walk const walked(stopping);
    BOOST_TEST(walked.failed.size() == 20U);
    BOOST_TEST((walked.seen == ids(placed.begin(), placed.begin() + 30)));
}

BOOST_FIXTURE_TEST_CASE(a_condition_does_not_hide_a_damaged_record, damaged_stream) {
    ids const placed = place_many(30);
    damage(placed[11]);
    doc_store store = open();
    record_stream rows = store.stream(record_query().where_equal("n", -1));
    walk const walked(rows);
    BOOST_TEST((walked.failed == ids{placed[11]}));
    BOOST_TEST((walked.seen == ids{placed[11]}));
}

BOOST_FIXTURE_TEST_CASE(damage_outside_the_bounds_is_not_seen, damaged_stream) {
    ids const placed = place_many(30);
    damage(placed[0]);
    damage(placed[29]);
    doc_store store = open();
    record_query const inside = record_query().after(placed[0]).limit(28);
    BOOST_TEST((stream_ids(store, inside) == ids(placed.begin() + 1, placed.begin() + 29)));
}

BOOST_FIXTURE_TEST_CASE(a_bucket_that_cannot_be_listed_fails_every_call, damaged_stream) {
    uuid_v7 const id = id_at(1000, 1);
    place_number(id, 1);
    write_file(collection() / "data/fe", "");
    doc_store store = open();
    for (error_policy const policy : {error_policy::stop, error_policy::skip}) {
        record_stream rows = store.stream(record_query().on_error(policy));
        for (int n = 0; n < 3; ++n) {
            auto const found = wait(rows.next());
            BOOST_TEST(found.error == boost::system::errc::not_a_directory, found.error.message());
            BOOST_TEST(!found.value.has_value());
        }
    }
    // It was nothing final for the store.
    std::filesystem::remove(collection() / "data/fe");
    BOOST_TEST((stream_ids(store) == ids{id}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
