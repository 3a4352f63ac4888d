// Streams taken many records at a time: the same records as one by one, in as few pieces as may be.

#include "integration/support/cancellable.hpp"
#include "integration/support/stream.hpp"
#include "support/seed.hpp"

#include <algorithm>
#include <random>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

struct stream_many : stream_fixture {
    /// All that is left, asked for `most` at a time.
    ids drain_many(record_stream& rows, std::size_t most) {
        ids all;
        for (;;) {
            ids const piece = ids_of(must(rows.next_many(most)));
            if (piece.empty()) return all;
            BOOST_REQUIRE(piece.size() <= most);
            all.insert(all.end(), piece.begin(), piece.end());
        }
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_many_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(any_number_at_a_time_gives_every_record_in_order, stream_many) {
    ids placed = place_many(1000);
    doc_store store = open();
    for (std::size_t const most : {1, 2, 7, 100, 128, 129, 256, 5000}) {
        record_stream up = store.stream();
        BOOST_TEST((drain_many(up, most) == placed));
        record_stream down = store.stream(record_query().reverse());
        BOOST_TEST((drain_many(down, most) == ids(placed.rbegin(), placed.rend())));
    }
}

BOOST_FIXTURE_TEST_CASE(a_page_comes_in_one_piece, stream_many) {
    ids const placed = place_many(1000);
    doc_store store = open();
    // The first stream of a store does not know how large the records are.
    (void)stream_ids(store);
    record_stream page = store.stream(record_query().after(placed[499]).limit(100));
    ids const found = ids_of(must(page.next_many(100)));
    BOOST_TEST((found == ids(placed.begin() + 500, placed.begin() + 600)));
    BOOST_TEST(must(page.next_many(100)).empty());
    BOOST_TEST(must(page.next_many(100)).empty());
}

BOOST_FIXTURE_TEST_CASE(asking_for_none_asks_for_one, stream_many) {
    ids const placed = place_many(3);
    doc_store store = open();
    record_stream rows = store.stream();
    BOOST_TEST((ids_of(must(rows.next_many(0))) == ids{placed.front()}));
}

BOOST_FIXTURE_TEST_CASE(one_and_many_can_be_mixed, stream_many) {
    ids const placed = place_many(2000);
    doc_store store = open();
    std::mt19937_64 random(random_seed("stream_many_suite/mixed"));
    record_stream rows = store.stream();
    ids seen;
    while (seen.size() < placed.size()) {
        if (random() % 2 == 0) {
            seen.push_back(must(rows.next()).value().id());
        } else {
            for (auto const& id : ids_of(must(rows.next_many(random() % 300)))) seen.push_back(id);
        }
    }
    BOOST_TEST((seen == placed));
    BOOST_TEST(!must(rows.next()).has_value());
}

BOOST_FIXTURE_TEST_CASE(what_comes_before_a_damaged_record_is_given_before_its_error, stream_many) {
    ids const placed = place_many(300);
    for (std::size_t const at : {0, 1, 150, 299}) {
        uuid_v7 const bad = placed[at];
        place(bad, "{\"id\":");
        doc_store store = open();
        record_stream rows = store.stream();
        ids before;
        outcome<std::vector<record>> piece;
        error_info info;
        while (!(piece = wait(rows.next_many(64, &info))).error && !piece.value.empty()) {
            for (record const& one : piece.value) before.push_back(one.id());
        }
        auto const end = placed.begin() + static_cast<std::ptrdiff_t>(at);
        BOOST_TEST((before == ids(placed.begin(), end)));
        BOOST_TEST((piece.error == errc::corrupt_record));
        BOOST_TEST((info.id() == bad));
        BOOST_TEST((drain_many(rows, 64) == ids(end + 1, placed.end())));
        record_stream skipping = store.stream(record_query().on_error(error_policy::skip));
        BOOST_TEST(drain_many(skipping, 64).size() == placed.size() - 1);
        BOOST_TEST(skipping.skipped_count() == 1U);
        place_number(bad, 1);
    }
}

BOOST_FIXTURE_TEST_CASE(records_that_do_not_match_are_passed_over, stream_many) {
    ids const placed = place_many(1500);
    doc_store store = open();
    record_stream rows = store.stream(record_query().where_equal("n", 1200));
    BOOST_TEST(must(rows.next_many(10)).size() == 1U);
    BOOST_TEST(must(rows.next_many(10)).empty());
    record_stream none = store.stream(record_query().where_equal("n", -1));
    BOOST_TEST(must(none.next_many(10)).empty());
}

BOOST_FIXTURE_TEST_CASE(records_that_vanish_meanwhile_do_not_hold_up_the_others, stream_many) {
    ids placed = place_many(600);
    doc_store store = open();
    record_stream rows = store.stream();
    ids seen = ids_of(must(rows.next_many(1)));
    for (std::size_t n = 300; n < 600; ++n) std::filesystem::remove(file_of(placed[n]));
    for (auto const& id : drain_many(rows, 100)) seen.push_back(id);
    // What had been read ahead may still come.
    BOOST_TEST(seen.size() >= 300U);
    BOOST_TEST(std::equal(placed.begin(), placed.begin() + 300, seen.begin()));
    BOOST_TEST(std::ranges::is_sorted(seen));
}

BOOST_FIXTURE_TEST_CASE(a_cancelled_call_takes_nothing, stream_many) {
    ids const placed = place_many(1000);
    doc_store store = open();
    for (auto const type : every_type) {
        record_stream rows = store.stream();
        ids seen;
        for (unsigned round = 0; seen.size() < placed.size() && round < 10'000; ++round) {
            cancellable asking(rows.next_many(50));
            if (round % 3 != 0) asking.cancel(type);
            auto const piece = asking.finish();
            if (piece.error) BOOST_REQUIRE((piece.error == asio::error::operation_aborted));
            for (auto const& id : ids_of(piece.value)) seen.push_back(id);
        }
        BOOST_TEST((seen == placed));
    }
}

BOOST_FIXTURE_TEST_CASE(a_second_call_meanwhile_is_refused, stream_many) {
    (void)place_many(300);
    doc_store store = open();
    record_stream rows = store.stream();
    cancellable first(rows.next_many(200));
    auto const second = wait(rows.next_many(200));
    // The first may have been answered already.
    if (second.error) BOOST_TEST((second.error == errc::closed));
    BOOST_TEST(!first.finish().error);
}

BOOST_FIXTURE_TEST_CASE(an_empty_handle_is_closed, stream_many) {
    record_stream rows = doc_store().stream();
    BOOST_TEST((wait(rows.next_many(5)).error == errc::closed));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
