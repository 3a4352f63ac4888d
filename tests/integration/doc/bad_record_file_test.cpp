// Record files that other programs or accidents have made: each is told apart from an absent
// record, and none is touched by reading it.

#include "integration/support/store_fixture.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <string>

namespace storh::test {
namespace {

struct damaged : store_fixture {
    std::string text(uuid_v7 const& of, std::string const& data = "{\"n\":1}") const {
        return "{\"id\":\"" + of.to_string() + "\",\"data\":" + data + "}\n";
    }

    /// Reading fails with `expected` every way there is, says where, and changes nothing.
    template <class Code>
    void check_unreadable(Code expected) {
        doc_store store = open();
        auto const before = tree_of(directory.path());
        error_info info;
        auto const got = wait(store.get(id, get_options().info(info)));
        BOOST_TEST(got.error == expected, got.error.message());
        BOOST_TEST(!got.value.has_value());
        BOOST_TEST(info.path() == file_of(id).string());
        BOOST_TEST((info.id() == id));
        BOOST_TEST(!info.detail().empty());
        std::vector<uuid_v7> const many(3, id);
        BOOST_TEST(wait(store.get_many(many)).error == expected);
        error_info patch_info;
        auto const patched =
            wait(store.patch(id, document_of(2), patch_options().info(patch_info)));
        BOOST_TEST(patched.error == expected, patched.error.message());
        BOOST_TEST(patch_info.path() == file_of(id).string());
        BOOST_TEST((tree_of(directory.path()) == before));
    }

    /// A put replaces it.
    void check_replaceable() {
        doc_store store = open();
        must(store.put(id, document_of(7)));
        BOOST_TEST(must(store.get(id))->data() == document_of(7));
        BOOST_TEST(temps().empty());
    }

    /// Neither put nor remove get past it, and they leave it as it is.
    void check_immovable() {
        doc_store store = open();
        auto const before = tree_of(collection() / "data");
        BOOST_TEST(wait(store.put(id, document_of(7))).error.failed());
        BOOST_TEST(wait(store.remove(id)).error.failed());
        BOOST_TEST((tree_of(collection() / "data") == before));
    }

    uuid_v7 const id = uuid_v7::generate();
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bad_record_file_suite,
                      *utf::precondition(has_backend) * utf::label("behaviour"))

BOOST_FIXTURE_TEST_CASE(an_empty_file_is_corrupt_and_can_be_replaced, damaged) {
    place(id, "");
    check_unreadable(errc::corrupt_record);
    check_replaceable();
}

BOOST_FIXTURE_TEST_CASE(a_file_cut_at_any_byte_is_corrupt, damaged) {
    std::string const whole = text(id);
    doc_store store = open();
    for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
        place(id, whole.substr(0, size));
        BOOST_TEST(wait(store.get(id)).error == errc::corrupt_record, size);
    }
    // Only the line feed is missing: everything is there.
    place(id, whole.substr(0, whole.size() - 1));
    BOOST_TEST(must(store.get(id))->data() == document_of(1));
    must(store.close());
    place(id, whole.substr(0, 50));
    check_unreadable(errc::corrupt_record);
    check_replaceable();
}

BOOST_FIXTURE_TEST_CASE(garbage_is_corrupt, damaged) {
    for (std::string const& bytes :
         {std::string(4096, '\0'), std::string("garbage"), std::string("\xff\xfe{}"),
          std::string("[]"), std::string("{}"), std::string(10000, '['), std::string(4096, ' ')}) {
        place(id, bytes);
        check_unreadable(errc::corrupt_record);
    }
    check_replaceable();
}

BOOST_FIXTURE_TEST_CASE(a_file_of_another_id_is_corrupt, damaged) {
    place(id, text(uuid_v7::generate()));
    check_unreadable(errc::corrupt_record);
    check_replaceable();
}

BOOST_FIXTURE_TEST_CASE(a_list_where_an_object_belongs_is_unsupported_and_no_damage, damaged) {
    place(id, text(id, "[1,2]"));
    check_unreadable(errc::unsupported_record);
    check_replaceable();
}

BOOST_FIXTURE_TEST_CASE(more_levels_than_the_format_allows_are_corrupt, damaged) {
    for (int const levels : {511, 512, 5000}) {
        std::string const data = std::string(static_cast<std::size_t>(levels), '[') +
                                 std::string(static_cast<std::size_t>(levels), ']');
        place(id, text(id, "{\"a\":" + data + "}"));
        doc_store store = open();
        BOOST_TEST(wait(store.get(id)).error.failed(), levels);
    }
}

BOOST_FIXTURE_TEST_CASE(a_damaged_record_can_be_removed, damaged) {
    place(id, "garbage");
    doc_store store = open();
    BOOST_TEST(must(store.remove(id)));
    BOOST_TEST(!must(store.get(id)));
}

BOOST_FIXTURE_TEST_CASE(a_file_over_the_limit_is_not_read, damaged) {
    place(id, text(id, "{\"a\":\"" + std::string(100000, 'x') + "\"}"));
    doc_store store = open(store_options().record_bytes_max(50000));
    error_info info;
    BOOST_TEST(wait(store.get(id, get_options().info(info))).error == errc::record_too_large);
    BOOST_TEST(info.path() == file_of(id).string());
    doc_store roomy = open();
    BOOST_TEST(must(roomy.get(id)).has_value());
}

BOOST_FIXTURE_TEST_CASE(a_small_file_over_the_limit_is_not_given_out, damaged) {
    place(id, text(id, "{\"a\":\"" + std::string(2000, 'x') + "\"}"));
    doc_store store = open(store_options().record_bytes_max(1000));
    BOOST_TEST(wait(store.get(id)).error == errc::record_too_large);
}

BOOST_FIXTURE_TEST_CASE(a_directory_is_an_error_and_stays, damaged) {
    std::filesystem::create_directories(file_of(id));
    check_unreadable(error_code(EISDIR, boost::system::system_category()));
    check_immovable();
}

BOOST_FIXTURE_TEST_CASE(a_link_is_never_followed, damaged) {
    uuid_v7 const other = uuid_v7::generate();
    place(other, text(id));
    std::filesystem::create_directories(file_of(id).parent_path());
    std::filesystem::create_symlink(file_of(other), file_of(id));
    check_unreadable(error_code(ELOOP, boost::system::system_category()));
    check_replaceable();
    BOOST_TEST(read_file(file_of(other)) == text(id));
}

BOOST_FIXTURE_TEST_CASE(a_dangling_link_is_an_error_and_not_an_absent_record, damaged) {
    std::filesystem::create_directories(file_of(id).parent_path());
    std::filesystem::create_symlink("nowhere", file_of(id));
    check_unreadable(error_code(ELOOP, boost::system::system_category()));
    doc_store store = open();
    auto const put = wait(store.put(id, document_of(1), put_options().if_absent()));
    BOOST_TEST(put.error == errc::conflict);
    check_replaceable();
    BOOST_TEST(!std::filesystem::exists(file_of(id).parent_path() / "nowhere"));
}

BOOST_FIXTURE_TEST_CASE(a_pipe_is_an_error_and_does_not_block, damaged) {
    std::filesystem::create_directories(file_of(id).parent_path());
    BOOST_REQUIRE(::mkfifo(file_of(id).c_str(), 0666) == 0);
    doc_store store = open();
    for (int attempt = 0; attempt < 3; ++attempt) {
        auto const got = wait(store.get(id));
        BOOST_TEST(got.error.failed());
        BOOST_TEST(!got.value.has_value());
    }
    check_replaceable();
}

BOOST_FIXTURE_TEST_CASE(a_bucket_that_is_a_file_has_no_records_and_takes_none, damaged) {
    write_file(file_of(id).parent_path(), "not a directory");
    doc_store store = open();
    BOOST_TEST(!must(store.get(id)));
    BOOST_TEST(!must(store.remove(id)));
    error_info info;
    auto const put = wait(store.put(id, document_of(1), put_options().info(info)));
    BOOST_TEST(put.error == boost::system::errc::not_a_directory);
    BOOST_TEST(info.path() == file_of(id).string());
    BOOST_TEST(read_file(file_of(id).parent_path()) == "not a directory");
    uuid_v7 elsewhere = uuid_v7::generate();
    while (elsewhere.bucket() == id.bucket()) elsewhere = uuid_v7::generate();
    must(store.put(elsewhere, document_of(2)));
    BOOST_TEST(temps().empty());
}

BOOST_FIXTURE_TEST_CASE(a_bucket_that_is_a_link_is_not_followed, damaged) {
    std::filesystem::path const outside = directory.path() / "outside";
    write_file(outside / file_of(id).filename(), text(id));
    std::filesystem::create_directories(collection() / "data");
    std::filesystem::create_directory_symlink(outside, file_of(id).parent_path());
    check_unreadable(error_code(ELOOP, boost::system::system_category()));
    check_immovable();
    BOOST_TEST(tree_of(outside).size() == 1U);
    BOOST_TEST(read_file(outside / file_of(id).filename()) == text(id));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
