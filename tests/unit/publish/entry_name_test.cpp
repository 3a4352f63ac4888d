#include "publish/listing/entry_name.hpp"

#include "support/ids.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <array>
#include <ostream>
#include <string>

namespace storh::publish {

/// For the framework.
inline std::ostream& boost_test_print_type(std::ostream& out, entry_meaning::meaning what) {
    constexpr std::array names{"record", "bucket", "temp", "fixed", "foreign"};
    return out << names[static_cast<std::size_t>(what)];
}

namespace {

using meaning = entry_meaning::meaning;

constexpr std::array every_kind{entry_kind::regular, entry_kind::directory, entry_kind::link,
                                entry_kind::other};
constexpr char upper[] = "018BCFE5-6800-7000-8000-AB0000000001.jsonc";

BOOST_AUTO_TEST_SUITE(entry_name_suite)

BOOST_AUTO_TEST_CASE(a_record_is_named_by_its_id_whatever_kind_of_file_it_is) {
    uuid_v7 const id = test::id_in_bucket(0xab, 1);
    for (entry_kind const kind : every_kind) {
        auto const meant = meaning_in_bucket(id.to_string() + ".jsonc", kind);
        BOOST_TEST(meant.what == meaning::record);
        BOOST_TEST((meant.id == id));
    }
}

BOOST_AUTO_TEST_CASE(a_record_in_upper_case_is_foreign_and_told_apart) {
    auto const meant = meaning_in_bucket(upper, entry_kind::regular);
    BOOST_TEST(meant.what == meaning::foreign);
    BOOST_TEST(meant.detail.find("PHP") != std::string_view::npos);
    BOOST_TEST(!meant.id.has_value());
    std::string mixed(upper);
    mixed[2] = 'b';
    BOOST_TEST(meaning_in_bucket(mixed, entry_kind::regular).detail == meant.detail);
}

BOOST_AUTO_TEST_CASE(names_that_are_nearly_records_are_foreign) {
    std::string const id = test::id_in_bucket(0xab, 1).to_string();
    for (std::string const& name :
         {id, id + ".json", id + ".JSONC", id + ".jsonc~", "." + id + ".jsonc", id + ".jsonc.tmp",
          std::string("018bcfe5-6800-4000-8000-ab0000000001.jsonc"), id.substr(1) + ".jsonc",
          std::string(upper) + "x", std::string("018BCFE5-6800-7000-8000-AB0000000001.JSONC"),
          std::string("018BCFE5-6800-7000-8000-AB000000000G.jsonc"), std::string("readme.txt"),
          std::string()}) {
        auto const meant = meaning_in_bucket(name, entry_kind::regular);
        BOOST_TEST(meant.what == meaning::foreign, name);
        BOOST_TEST(meant.detail.empty(), name);
    }
}

BOOST_AUTO_TEST_CASE(only_a_regular_file_is_a_temp_file) {
    for (auto const read : {&meaning_in_bucket, &meaning_in_data, &meaning_in_collection}) {
        for (entry_kind const kind : every_kind) {
            auto const expected = kind == entry_kind::regular ? meaning::temp : meaning::foreign;
            BOOST_TEST(read(".12.0a1b2c3d.1.tmp", kind).what == expected);
            BOOST_TEST(read(".x.tmp", kind).what == expected);
        }
        BOOST_TEST(read(".tmp", entry_kind::regular).what == meaning::foreign);
        BOOST_TEST(read("x.tmp", entry_kind::regular).what == meaning::foreign);
    }
}

BOOST_AUTO_TEST_CASE(a_foreign_directory_is_said_not_to_be_looked_into) {
    for (auto const read : {&meaning_in_bucket, &meaning_in_data, &meaning_in_collection}) {
        auto const meant = read("other", entry_kind::directory);
        BOOST_TEST(meant.what == meaning::foreign);
        BOOST_TEST(meant.detail.find("not looked into") != std::string_view::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_bucket_is_a_directory_named_by_two_digits_in_lower_case) {
    auto const meant = meaning_in_data("0f", entry_kind::directory);
    BOOST_TEST(meant.what == meaning::bucket);
    BOOST_TEST(meant.bucket == 0x0f);
    BOOST_TEST(meaning_in_data("ff", entry_kind::directory).bucket == 0xff);
    for (char const* const name : {"", "0", "000", "0F", "F0", "0g", "..", " 0", "-1"}) {
        BOOST_TEST(meaning_in_data(name, entry_kind::directory).what == meaning::foreign, name);
    }
    for (entry_kind const kind : {entry_kind::regular, entry_kind::link, entry_kind::other}) {
        auto const no_directory = meaning_in_data("0f", kind);
        BOOST_TEST(no_directory.what == meaning::foreign);
        BOOST_TEST(no_directory.detail.find("no directory") != std::string_view::npos);
    }
}

BOOST_AUTO_TEST_CASE(two_names_are_parts_of_every_collection) {
    for (char const* const name : {"data", ".storh"}) {
        BOOST_TEST(meaning_in_collection(name, entry_kind::directory).what == meaning::fixed);
    }
    for (char const* const name : {"Data", "data2", ".storh2", "00"}) {
        BOOST_TEST(meaning_in_collection(name, entry_kind::directory).what == meaning::foreign);
    }
}

BOOST_AUTO_TEST_CASE(kinds_come_from_the_mode_and_have_words) {
    BOOST_TEST((kind_of_mode(S_IFREG | 0644) == entry_kind::regular));
    BOOST_TEST((kind_of_mode(S_IFDIR | 0755) == entry_kind::directory));
    BOOST_TEST((kind_of_mode(S_IFLNK | 0777) == entry_kind::link));
    for (mode_t const mode : {S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK}) {
        BOOST_TEST((kind_of_mode(mode) == entry_kind::other));
    }
    for (entry_kind const kind : every_kind) BOOST_TEST(!text_of(kind).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
