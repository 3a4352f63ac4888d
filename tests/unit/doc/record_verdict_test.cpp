#include "doc/upkeep/record_verdict.hpp"

#include <storh/error.hpp>

#include "support/ids.hpp"

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <ostream>
#include <string>

namespace storh {

/// For the framework.
inline std::ostream& boost_test_print_type(std::ostream& out, finding_kind kind) {
    return out << to_string(kind);
}

namespace doc {
namespace {

namespace sys = boost::system;

uuid_v7 const id = test::id_in_bucket(0xab, 1);

std::string text_of(uuid_v7 const& of, std::string const& data = "{}") {
    return "{\"id\":\"" + of.to_string() + "\",\"data\":" + data + "}\n";
}

finding must_find(sys::error_code error, std::string_view bytes, bool is_misplaced = false) {
    auto found = verdict_on(id, is_misplaced, error, bytes);
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST((found->id == id));
    BOOST_TEST(!found->detail.empty());
    BOOST_TEST(found->moved_to.empty());
    return std::move(*found);
}

BOOST_AUTO_TEST_SUITE(record_verdict_suite)

BOOST_AUTO_TEST_CASE(a_sound_record_at_its_place_is_no_finding) {
    BOOST_TEST(!verdict_on(id, false, {}, text_of(id)).has_value());
    BOOST_TEST(!verdict_on(id, false, {}, "// by hand\n" + text_of(id)).has_value());
}

BOOST_AUTO_TEST_CASE(a_sound_record_elsewhere_is_in_a_wrong_bucket) {
    finding const found = must_find({}, text_of(id), true);
    BOOST_TEST(found.kind == finding_kind::wrong_bucket);
    BOOST_TEST(!found.error.failed());
    BOOST_TEST(found.detail == "it belongs into bucket ab");
}

BOOST_AUTO_TEST_CASE(damage_counts_for_more_than_the_place) {
    for (bool const is_misplaced : {false, true}) {
        finding const corrupt = must_find({}, "{\"id\":!", is_misplaced);
        BOOST_TEST(corrupt.kind == finding_kind::corrupt_record);
        BOOST_TEST(corrupt.error == make_error_code(errc::corrupt_record));
        BOOST_TEST((corrupt.offset == 6U));
        std::string const other = text_of(test::id_in_bucket(0xab, 2));
        BOOST_TEST(must_find({}, other, is_misplaced).kind == finding_kind::wrong_id);
    }
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_record_are_corrupt) {
    for (std::string const& bytes :
         {std::string(), std::string("{}"), std::string("[1]"), text_of(id).substr(0, 30),
          std::string("{\"id\":\"x\",\"data\":{}}"), text_of(id, "null"), text_of(id, "1")}) {
        finding const found = must_find({}, bytes);
        BOOST_TEST(found.kind == finding_kind::corrupt_record, bytes);
        BOOST_TEST(found.error == make_error_code(errc::corrupt_record));
    }
}

BOOST_AUTO_TEST_CASE(what_this_store_does_not_serve_may_be_sound) {
    finding const list = must_find({}, text_of(id, "[1]"));
    BOOST_TEST(list.kind == finding_kind::unreadable_record);
    BOOST_TEST(list.error == make_error_code(errc::unsupported_record));
    finding const large = must_find(errc::record_too_large, {});
    BOOST_TEST(large.kind == finding_kind::unreadable_record);
    BOOST_TEST(large.error == make_error_code(errc::record_too_large));
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_corrupt_and_what_the_system_refuses_may_be_sound) {
    for (int const error : {ELOOP, EISDIR, ENOTDIR}) {
        sys::error_code const code(error, sys::system_category());
        finding const found = must_find(code, {});
        BOOST_TEST(found.kind == finding_kind::corrupt_record);
        BOOST_TEST(found.error == code);
    }
    for (int const error : {EACCES, EPERM, EIO, EMFILE, EINVAL, ENOMEM, EAGAIN}) {
        sys::error_code const code(error, sys::system_category());
        BOOST_TEST(must_find(code, {}).kind == finding_kind::unreadable_record);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace doc
}  // namespace storh
