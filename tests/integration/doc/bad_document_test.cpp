// Documents, ids and names that cannot be stored: each is reported, nothing is created or changed.

#include "integration/support/store_fixture.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace storh::test {
namespace {

json::object nested(int levels) {
    json::object document;
    for (int level = 1; level < levels; ++level) {
        json::object outer;
        outer["a"] = std::move(document);
        document = std::move(outer);
    }
    return document;
}

template <class Value>
json::object with(Value const& value) {
    json::object document;
    document["a"] = value;
    return document;
}

/// A refused put of a new and of a known id: the error, and the tree as it was.
struct refusal : store_fixture {
    void check(json::object const& document, errc expected, store_options options = {}) {
        doc_store store = open(options);
        record const known = must(store.put(document_of(1)));
        auto const before = tree_of(directory.path());
        error_info info;
        auto const replaced = wait(store.put(known.id(), document, put_options().info(info)));
        BOOST_TEST(replaced.error == expected);
        BOOST_TEST(!info.detail().empty());
        BOOST_TEST(wait(store.put(document)).error == expected);
        BOOST_TEST(must(store.get(known.id()))->data() == document_of(1));
        BOOST_TEST((tree_of(directory.path()) == before));
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bad_document_suite, *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(invalid_utf8_is_refused, refusal) {
    check(with("\xff"), errc::invalid_json);
    check(with("\xed\xa0\x80"), errc::invalid_json);
    check(with("\xc0\xaf"), errc::invalid_json);
    json::object key;
    key["\xfe"] = 1;
    check(key, errc::invalid_json);
}

BOOST_FIXTURE_TEST_CASE(numbers_that_are_none_in_json_are_refused, refusal) {
    check(with(std::nan("")), errc::invalid_json);
    check(with(std::numeric_limits<double>::infinity()), errc::invalid_json);
    check(with(-std::numeric_limits<double>::infinity()), errc::invalid_json);
    check(with(std::numeric_limits<std::uint64_t>::max()), errc::invalid_json);
}

BOOST_FIXTURE_TEST_CASE(more_levels_than_a_reader_accepts_are_refused, refusal) {
    check(nested(511), errc::too_deep);
    check(nested(512), errc::too_deep);
}

BOOST_FIXTURE_TEST_CASE(the_deepest_document_can_be_read_again, store_fixture) {
    doc_store store = open();
    record const deep = must(store.put(nested(510)));
    BOOST_TEST(must(store.get(deep.id()))->data() == nested(510));
}

BOOST_FIXTURE_TEST_CASE(a_record_over_the_limit_is_refused, refusal) {
    check(with(std::string(2000, 'x')), errc::record_too_large,
          store_options().record_bytes_max(1000));
}

BOOST_FIXTURE_TEST_CASE(the_limit_counts_the_whole_file, store_fixture) {
    std::size_t const frame = std::string("{\"id\":\"\",\"data\":{\"a\":\"\"}}\n").size() + 36;
    doc_store store = open(store_options().record_bytes_max(frame + 100));
    record const fits = must(store.put(with(std::string(100, 'x'))));
    BOOST_TEST(std::filesystem::file_size(file_of(fits.id())) == frame + 100);
    BOOST_TEST(wait(store.put(with(std::string(101, 'x')))).error == errc::record_too_large);
}

BOOST_AUTO_TEST_CASE(ids_that_are_no_uuid_v7_cannot_be_made) {
    for (char const* const text :
         {"", "x", "018bcfe5-6800-4001-8000-9e3779b97f4a", "018bcfe5-6800-7001-c000-9e3779b97f4a",
          "018bcfe5-6800-7001-8000-9e3779b97f4", "018bcfe5-6800-7001-8000-9e3779b97f4a\n",
          "../../../../../../../../../../etc/passwd", "018bcfe5680070018000-9e3779b97f4a----"}) {
        BOOST_TEST(uuid_v7::parse(text).error() == errc::invalid_id, text);
    }
}

BOOST_FIXTURE_TEST_CASE(the_nil_id_is_refused_by_every_operation_that_writes, store_fixture) {
    doc_store store = open();
    error_info info;
    auto const put = wait(store.put(uuid_v7(), document_of(1), put_options().info(info)));
    BOOST_TEST(put.error == errc::invalid_id);
    BOOST_TEST(!info.detail().empty());
    BOOST_TEST(wait(store.remove(uuid_v7())).error == errc::invalid_id);
    std::vector<put_row> rows;
    rows.emplace_back(uuid_v7(), document_of(1));
    auto const many = wait(store.put_many(std::move(rows)));
    BOOST_TEST(many.error == errc::invalid_id);
    BOOST_TEST(many.value.at(0).error == errc::invalid_id);
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(the_nil_id_names_no_record, store_fixture) {
    doc_store store = open();
    must(store.put(document_of(1)));
    BOOST_TEST(!must(store.get(uuid_v7())));
    auto const patched = wait(store.patch(uuid_v7(), document_of(2)));
    BOOST_TEST(!patched.value);
    BOOST_TEST(must(store.ids()).size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(names_that_leave_the_root_or_hide_are_refused, store_fixture) {
    for (std::string const& name :
         {std::string("../x"), std::string(), std::string(300, 'a'), std::string(256, 'a'),
          std::string(".hidden"), std::string("."), std::string(".."), std::string("a\0b", 3),
          std::string("a/b"), std::string("a\\b"), std::string("a b"), std::string("\xc3\xa9")}) {
        for (access_mode const mode :
             {access_mode::read_only, access_mode::read_write, access_mode::exclusive}) {
            error_info info;
            auto const opened =
                wait(doc_store::open(*on, root(), name, store_options().access(mode), &info));
            BOOST_TEST(opened.error == errc::invalid_name, name);
            BOOST_TEST(!info.detail().empty());
        }
    }
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(a_root_that_is_no_path_is_refused, store_fixture) {
    BOOST_TEST(wait(doc_store::open(*on, "", "pages")).error == errc::invalid_name);
    std::string const nul = root() + std::string("\0x", 2);
    BOOST_TEST(wait(doc_store::open(*on, nul, "pages")).error == errc::invalid_name);
    BOOST_TEST(tree_of(directory.path()).empty());
}

BOOST_FIXTURE_TEST_CASE(the_longest_name_is_allowed, store_fixture) {
    std::string const name(255, 'a');
    doc_store store = must(doc_store::open(*on, root(), name));
    record const stored = must(store.put(document_of(1)));
    BOOST_TEST(must(store.get(stored.id()))->data() == document_of(1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
