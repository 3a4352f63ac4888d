// A store with a schema: every way to write is checked, before anything is written.

#include "integration/support/jsonl.hpp"
#include "integration/support/stream.hpp"

#include <string>

namespace storh::test {
namespace {

struct schema_fixture : stream_fixture {
    schema_fixture() : store(open(store_options().schema(pages()))) {}

    static schema pages() {
        schema made;
        made.field(schema_field("slug", field_type::string).required())
            .field(schema_field("n", field_type::integer));
        return made;
    }

    static json::object page(json::value slug, json::value n) {
        json::object made;
        made["slug"] = std::move(slug);
        made["n"] = std::move(n);
        return made;
    }

    static void check(error_info const& info, std::string const& field) {
        BOOST_TEST(info.field() == field);
        BOOST_TEST(info.detail().find(field) != std::string::npos, info.detail());
    }

    doc_store store;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_writes_suite,
                      *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(a_put_that_breaks_the_schema_writes_nothing, schema_fixture) {
    error_info info;
    auto const put = wait(store.put(page("a", "many"), put_options().info(info)));
    BOOST_TEST(put.error == errc::schema_violation);
    check(info, "n");
    BOOST_TEST(info.id().has_value());
    BOOST_TEST(wait(store.put(document_of(1), put_options().info(info))).error ==
               errc::schema_violation);
    check(info, "slug");
    BOOST_TEST(!std::filesystem::exists(collection()));
    uuid_v7 const id = must(store.put(page("a", 1))).id();
    BOOST_TEST(wait(store.put(id, page(1, 1))).error == errc::schema_violation);
    BOOST_TEST(must(store.get(id))->data().at("slug") == "a");
}

BOOST_FIXTURE_TEST_CASE(a_patch_is_checked_as_the_record_that_it_makes, schema_fixture) {
    uuid_v7 const id = must(store.put(page("a", 1))).id();
    json::object patch;
    patch["slug"] = nullptr;  // which removes it
    error_info info;
    BOOST_TEST(wait(store.patch(id, patch, patch_options().info(info))).error ==
               errc::schema_violation);
    check(info, "slug");
    patch["slug"] = "b";
    patch["n"] = 1.5;
    BOOST_TEST(wait(store.patch(id, patch)).error == errc::schema_violation);
    BOOST_TEST(must(store.get(id))->data().at("slug") == "a");
    patch["n"] = nullptr;
    BOOST_TEST(must(store.patch(id, patch))->data().at("slug") == "b");
}

BOOST_FIXTURE_TEST_CASE(put_many_tells_which_row_breaks_it_and_why, schema_fixture) {
    std::vector<put_row> rows;
    rows.emplace_back(page("a", 1));
    rows.emplace_back(page("b", "x"));
    rows.emplace_back(document_of(1));
    rows.emplace_back(page("c", nullptr));
    auto const done = wait(store.put_many(std::move(rows)));
    BOOST_TEST(done.error == errc::schema_violation);
    BOOST_REQUIRE(done.value.size() == 4U);
    BOOST_TEST(!done.value[0].error);
    BOOST_TEST(done.value[1].error == errc::schema_violation);
    BOOST_TEST(done.value[2].error == errc::schema_violation);
    BOOST_TEST(!done.value[3].error);
    BOOST_TEST(done.value[1].detail == "field n has to be int");
    BOOST_TEST(done.value[2].detail == "required field slug is missing");
    BOOST_TEST(stream_ids(store).size() == 2U);
}

BOOST_FIXTURE_TEST_CASE(an_inserter_refuses_what_breaks_it_and_takes_the_rest, schema_fixture) {
    inserter rows = store.make_inserter(asio::system_executor());
    BOOST_TEST(wait(rows.put(page(1, 1))).error == errc::schema_violation);
    check(rows.last_error(), "slug");
    std::string const line = text_of_record(id_at(1000, 1), R"({"slug":"a","n":true})");
    BOOST_TEST(wait(rows.put_line(line)).error == errc::schema_violation);
    check(rows.last_error(), "n");
    BOOST_TEST(wait(rows.put_line(R"({"n":1})")).error == errc::schema_violation);
    must(rows.put_line(text_of_record(id_at(1000, 1), R"({"slug":"a","n":1})")));
    must(rows.put_line(R"({"slug":"b"})"));
    BOOST_TEST(must(rows.finish()) == 2U);
    BOOST_TEST(stream_ids(store).size() == 2U);
}

BOOST_FIXTURE_TEST_CASE(an_import_stops_at_a_line_that_breaks_it_or_passes_it_over,
                        schema_fixture) {
    std::string const file = (directory.path() / "rows.jsonl").string();
    write_file(file, "{\"slug\":\"a\"}\n{\"slug\":2}\n{\"slug\":\"c\"}\n");
    error_info info;
    import_options options = import_options().info(info);
    auto const stopped = wait(store.import_jsonl(file, options));
    BOOST_TEST(stopped.error == errc::schema_violation);
    BOOST_TEST(info.line() == 2U);
    check(info, "slug");
    BOOST_TEST(stopped.value.records == 1U);
    auto const report = must(store.import_jsonl(file, options.on_bad_line(bad_line_policy::skip)));
    BOOST_TEST(report.records == 2U);
    BOOST_TEST(report.bad_lines == 1U);
}

BOOST_FIXTURE_TEST_CASE(what_is_there_already_is_read_whatever_the_schema_says, schema_fixture) {
    uuid_v7 const id = id_at(1000, 1);
    place_number(id, 1);
    BOOST_TEST(must(store.get(id)).has_value());
    BOOST_TEST(stream_ids(store).size() == 1U);
    BOOST_TEST(must(store.remove(id)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
