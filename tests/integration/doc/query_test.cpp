// Queries of a store: what is read for them, and what happens to records that change or are damaged.

#include "integration/support/queries.hpp"

#include <algorithm>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

query by_n(sort_direction direction = sort_direction::ascending) {
    return query().order_by("n", direction);
}

struct query_fixture : stream_fixture {
    /// `count` records `{"n": n % 10, "name": "..."}` in the order of their ids.
    ids place_numbers(unsigned count) const {
        ids placed;
        for (unsigned n = 0; n < count; ++n) {
            placed.push_back(id_at(1'700'000'000'000 + n, n * 37, n));
            place_number(placed.back(), n % 10);
        }
        return placed;
    }

    void damage(uuid_v7 const& id) const { place(id, "{"); }
};

std::vector<plan_action> actions(query_plan const& plan) {
    std::vector<plan_action> found;
    for (plan_step const& step : plan.steps()) found.push_back(step.action);
    return found;
}

/// In the way of the naive: by n, then by place.
ids sorted_by_n(ids const& placed, bool is_descending) {
    ids sorted;
    for (unsigned n = 0; n < 10; ++n) {
        unsigned const wanted = is_descending ? 9 - n : n;
        for (unsigned index = wanted; index < placed.size(); index += 10) {
            sorted.push_back(placed[index]);
        }
    }
    return sorted;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_missing_collection_has_no_answer, query_fixture) {
    doc_store store = open();
    check_answers(store, query(), {});
    check_answers(store, by_n(), {});
    check_answers(store, query().where(field("id").eq(id_at(1, 1))), {});
    BOOST_TEST(!std::filesystem::exists(collection()));
}

BOOST_FIXTURE_TEST_CASE(ties_keep_id_order_in_both_directions, query_fixture) {
    ids const placed = place_numbers(1000);
    doc_store store = open();
    for (bool const is_descending : {false, true}) {
        ids expected = sorted_by_n(placed, is_descending);
        query asked = by_n(is_descending ? sort_direction::descending : sort_direction::ascending);
        check_answers(store, asked, expected);
        expected.resize(555);
        check_answers(store, asked.limit(555), expected);
        expected.resize(3);
        check_answers(store, asked.limit(3), expected);
        check_answers(store, asked.limit(0), {});
    }
}

BOOST_FIXTURE_TEST_CASE(pages_by_cursor_give_every_record_once, query_fixture) {
    ids const placed = place_numbers(333);
    doc_store store = open();
    ids expected;
    for (unsigned n = 0; n < placed.size(); ++n) {
        if (n % 10 < 5) expected.push_back(placed[n]);
    }
    ids all;
    query page = query().where(field("n").lt(5)).limit(10);
    for (;;) {
        ids const found = query_ids(store, page);
        if (found.empty()) break;
        all.insert(all.end(), found.begin(), found.end());
        page.cursor(found.back());
    }
    BOOST_TEST((all == expected));
}

BOOST_FIXTURE_TEST_CASE(a_cursor_excludes_ids_whatever_the_order, query_fixture) {
    ids const placed = place_numbers(20);
    doc_store store = open();
    ids const rest(placed.begin() + 16, placed.end());
    check_answers(store, query().cursor(placed[15]).order_by("id", sort_direction::descending),
                  ids(rest.rbegin(), rest.rend()));
    check_answers(store, by_n(sort_direction::descending).cursor(placed[15]),
                  ids(rest.rbegin(), rest.rend()));
}

BOOST_FIXTURE_TEST_CASE(named_ids_are_read_and_nothing_is_listed, query_fixture) {
    ids const placed = place_numbers(400);
    doc_store store = open();
    query asked = query().where(field("id").in({placed[7], placed[300], id_at(1, 1), "nope"}));
    check_answers(store, asked, {placed[7], placed[300]});
    query_plan const plan = must(store.explain(asked));
    BOOST_TEST((actions(plan) == std::vector{plan_action::take_ids, plan_action::filter}));
    BOOST_TEST(plan.steps()[0].actual_rows == 3U);
    BOOST_TEST(plan.steps()[1].actual_rows == 2U);
    check_answers(store, query(asked).where(field("n").eq(7)), {placed[7]});
    check_answers(store, query(asked).order_by("id", sort_direction::descending),
                  {placed[300], placed[7]});
    check_answers(store, query(asked).order_by("n"), {placed[300], placed[7]});
}

BOOST_FIXTURE_TEST_CASE(explain_tells_what_was_really_done, query_fixture) {
    ids const placed = place_numbers(400);
    doc_store store = open();
    query_plan plan = must(store.explain(query().where(field("id").gt(placed[99]))));
    BOOST_TEST((actions(plan) == std::vector{plan_action::scan_ids, plan_action::filter}));
    BOOST_TEST((plan.steps()[0].estimated_rows == std::uint64_t{300}));
    BOOST_TEST(plan.steps()[0].actual_rows == 300U);
    BOOST_TEST(plan.steps()[0].detail == "from behind " + placed[99].to_string());

    plan = must(store.explain(query().limit(5)));
    BOOST_TEST((actions(plan) ==
                std::vector{plan_action::scan_ids, plan_action::read, plan_action::limit}));
    BOOST_TEST((plan.steps()[0].estimated_rows == std::uint64_t{400}));
    BOOST_TEST(plan.steps()[0].actual_rows == 5U);

    plan = must(store.explain(by_n().where(field("n").gte(5)).limit(7)));
    BOOST_TEST(
        (actions(plan) == std::vector{plan_action::scan_ids, plan_action::filter, plan_action::top,
                                      plan_action::read, plan_action::limit}));
    BOOST_TEST(plan.steps()[0].actual_rows == 400U);
    BOOST_TEST(plan.steps()[1].actual_rows == 200U);
    BOOST_TEST(plan.steps()[2].actual_rows == 7U);
    BOOST_TEST(plan.steps()[2].detail == "by n, first 7");
    BOOST_TEST(plan.steps()[4].actual_rows == 7U);
}

BOOST_FIXTURE_TEST_CASE(a_limit_counts_what_matches_and_not_what_is_proposed, query_fixture) {
    ids const placed = place_numbers(500);
    for (unsigned n = 0; n < 200; n += 10) std::filesystem::remove(file_of(placed[n]));
    doc_store store = open();
    ids expected;
    for (unsigned n = 200; n < 300; n += 10) expected.push_back(placed[n]);
    check_answers(store, query().where(field("n").eq(0)).limit(10), expected);
}

BOOST_FIXTURE_TEST_CASE(what_changes_between_sorting_and_reading_is_looked_at_again,
                        query_fixture) {
    ids const placed = place_numbers(2000);
    doc_store store = open();
    record_stream rows = must(store.query(by_n().where(field("n").lt(100))));
    ids given = ids_of(take(rows, 1));
    ids const expected = sorted_by_n(placed, false);
    // Far behind what has been read ahead.
    std::filesystem::remove(file_of(expected[1500]));
    place_number(expected[1501], 1000);
    place_number(expected[1502], 7);
    for (record const& one : drain(rows)) given.push_back(one.id());
    ids left = expected;
    left.erase(left.begin() + 1500, left.begin() + 1502);
    BOOST_TEST((given == left));
}

BOOST_FIXTURE_TEST_CASE(a_damaged_record_stops_a_query_or_is_passed_over, query_fixture) {
    ids placed = place_numbers(30);
    damage(placed[12]);
    doc_store store = open();
    query_options const skip = query_options().on_error(error_policy::skip);
    for (query const& asked : {query(), by_n()}) {
        error_info info;
        query_options const options = query_options().info(info);
        BOOST_TEST(wait(store.count(asked, options)).error == errc::corrupt_record);
        BOOST_TEST(info.path() == file_of(placed[12]).string());
        BOOST_TEST(wait(store.explain(asked, options)).error == errc::corrupt_record);
        BOOST_TEST(must(store.count(asked, skip)) == 29U);
        record_stream rows = must(store.query(asked, skip));
        BOOST_TEST(drain(rows).size() == 29U);
        BOOST_TEST(rows.skipped_count() == 1U);
        BOOST_TEST(rows.skipped().at(0).path() == file_of(placed[12]).string());
    }
    BOOST_TEST(must(store.first(query())).has_value());
    BOOST_TEST(wait(store.first(by_n())).error == errc::corrupt_record);
    BOOST_TEST((must(store.first(by_n(), skip))->id() == placed[0]));
}

BOOST_FIXTURE_TEST_CASE(a_stream_goes_on_behind_a_damaged_record, query_fixture) {
    ids placed = place_numbers(30);
    damage(placed[12]);
    doc_store store = open();
    for (query const& asked : {query(), by_n()}) {
        record_stream rows = must(store.query(asked));
        std::size_t found = 0;
        unsigned errors = 0;
        for (;;) {
            error_info info;
            auto const next = wait(rows.next(&info));
            if (next.error) {
                BOOST_TEST(next.error == errc::corrupt_record);
                BOOST_TEST(info.path() == file_of(placed[12]).string());
                BOOST_REQUIRE(++errors == 1U);
            } else if (next.value) {
                ++found;
            } else {
                break;
            }
        }
        BOOST_TEST(found == 29U);
        BOOST_TEST(errors == 1U);
    }
}

BOOST_FIXTURE_TEST_CASE(sorting_ends_where_its_memory_does, query_fixture) {
    place_numbers(300);
    doc_store store = open();
    error_info info;
    query_options const little = query_options().sort_bytes_max(4096).info(info);
    record_stream rows = must(store.query(by_n(), little));
    for (int time = 0; time < 3; ++time) {
        error_info why;
        BOOST_TEST(wait(rows.next(&why)).error == errc::sort_too_large);
        BOOST_TEST(why.detail().find("set a limit") != std::string::npos, why.detail());
    }
    BOOST_TEST(wait(store.first(by_n().limit(1000), little)).error != errc::sort_too_large);
    BOOST_TEST(query_ids(store, by_n().limit(10), little).size() == 10U);
    BOOST_TEST(must(store.count(by_n(), little)) == 300U);
    BOOST_TEST(query_ids(store, query(), little).size() == 300U);
}

BOOST_FIXTURE_TEST_CASE(a_query_that_cannot_be_carried_out_is_refused, query_fixture) {
    doc_store store = open();
    query const wrong = query().groups({});
    error_info info;
    query_options const options = query_options().info(info);
    BOOST_TEST(wait(store.query(wrong, options)).error == errc::invalid_query);
    BOOST_TEST(info.detail().starts_with("groups: "), info.detail());
    BOOST_TEST(wait(store.count(wrong)).error == errc::invalid_query);
    BOOST_TEST(wait(store.first(wrong)).error == errc::invalid_query);
    BOOST_TEST(wait(store.explain(wrong)).error == errc::invalid_query);
}

BOOST_FIXTURE_TEST_CASE(any_name_of_a_field_will_do, query_fixture) {
    doc_store store = open();
    std::string const names[] = {std::string(1000, 'x'), "42", "-7", "a.b.c", "\t", "",
                                 std::string("n\0l", 3), "é",  "id"};
    json::object document;
    for (std::string const& name : names) document[name] = name.size();
    uuid_v7 const id = must(store.put(std::move(document))).id();
    (void)must(store.put(json::object()));
    for (std::string const& name : names) {
        if (name == "id") continue;  // the record's
        BOOST_TEST_CONTEXT(name) {
            check_answers(store, query().where(field(name).eq(name.size())), {id});
            check_answers(store, query().order_by(name, sort_direction::ascending).limit(1), {id});
        }
    }
    check_answers(store, query().where(field("id").eq(2)), {});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
