#include "publish/record_path.hpp"

#include "support/ids.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <limits>
#include <string>

namespace storh::publish {
namespace {

BOOST_AUTO_TEST_SUITE(record_path_suite)

// storh-format 6.1
BOOST_AUTO_TEST_CASE(a_record_lies_in_the_bucket_of_characters_24_and_25_of_its_id) {
    uuid_v7 const id = uuid_v7::parse("018BCFE5-6800-7001-8000-9E3779B97F4A").value();
    BOOST_TEST(std::string(record_path(id).c_str()) ==
               "data/9e/018bcfe5-6800-7001-8000-9e3779b97f4a.jsonc");
}

BOOST_AUTO_TEST_CASE(a_bucket_has_two_lower_case_digits) {
    BOOST_TEST(std::string(bucket_path(0).c_str()) == "data/00");
    BOOST_TEST(std::string(bucket_path(0x0f).c_str()) == "data/0f");
    BOOST_TEST(std::string(bucket_path(255).c_str()) == "data/ff");
}

// storh-format 5.1
BOOST_AUTO_TEST_CASE(a_temp_file_lies_beside_its_record_and_names_its_writer) {
    BOOST_TEST(std::string(temp_path(0xab, "1234.0f0f0f0f", 17).c_str()) ==
               "data/ab/.1234.0f0f0f0f.17.tmp");
}

BOOST_AUTO_TEST_CASE(the_longest_temp_name_fits) {
    std::string const writer = "2147483647.01234567";
    auto const most = std::numeric_limits<std::uint64_t>::max();
    BOOST_TEST(std::string(temp_path(0, writer, most).c_str()) ==
               "data/00/." + writer + ".18446744073709551615.tmp");
}

// storh-format 5.3
BOOST_AUTO_TEST_CASE(a_writer_is_named_after_its_process_and_eight_random_digits) {
    std::string const name = make_writer_name();
    std::string const prefix = std::to_string(::getpid()) + ".";
    BOOST_TEST(name.starts_with(prefix));
    BOOST_TEST(name.size() == prefix.size() + 8);
    BOOST_TEST(name.find_first_not_of("0123456789abcdef", prefix.size()) == std::string::npos);
    BOOST_TEST(make_writer_name() != name);
}

BOOST_AUTO_TEST_CASE(a_path_that_was_not_set_is_empty) {
    BOOST_TEST(std::string(record_path().c_str()).empty());
    BOOST_TEST(std::string(bucket_path().c_str()).empty());
    BOOST_TEST(std::string(temp_path().c_str()).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::publish
