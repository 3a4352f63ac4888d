#include "support/walk_digest.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace storh::bench {

namespace {

uuid_v7 id(char last) {
    return uuid_v7::parse(std::string("018bcfe5-6800-7000-8000-00000000000") + last).value();
}

walk_digest of(uuid_v7 const& one, json::object const& document) {
    walk_digest digest;
    digest.add(one, document);
    return digest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(walk_digest_suite)

BOOST_AUTO_TEST_CASE(the_same_records_give_the_same_digest) {
    sample_data const data(500, 200, 1);
    BOOST_TEST((digest_of(data) == digest_of(sample_data(500, 200, 1))));
    BOOST_TEST(digest_of(data).count() == 500U);
}

BOOST_AUTO_TEST_CASE(another_id_a_missing_record_or_another_document_give_another_digest) {
    sample_data const data(500, 200, 1);
    BOOST_TEST((digest_of(data) != digest_of(sample_data(500, 200, 2))));
    BOOST_TEST((digest_of(data) != digest_of(sample_data(499, 200, 1))));
    json::object const one{{"slug", "page-1"}};
    BOOST_TEST((of(id('1'), one) == of(id('1'), one)));
    BOOST_TEST((of(id('1'), one) != of(id('2'), one)));
    BOOST_TEST((of(id('1'), one) != of(id('1'), json::object{{"slug", "page-2"}})));
    BOOST_TEST((of(id('1'), one) != of(id('1'), json::object{{"name", "page-1"}})));
}

BOOST_AUTO_TEST_CASE(every_byte_counts_whatever_the_length) {
    std::string text(17, 'a');
    walk_digest const all = of(id('1'), json::object{{"body", text}});
    for (char& byte : text) {
        byte = 'b';
        BOOST_TEST((of(id('1'), json::object{{"body", text}}) != all));
        byte = 'a';
    }
    BOOST_TEST((of(id('1'), json::object{{"body", text + '\0'}}) != all));
}

BOOST_AUTO_TEST_CASE(an_id_out_of_order_or_given_twice_is_refused) {
    walk_digest digest = of(id('5'), json::object());
    BOOST_CHECK_THROW(digest.add(id('5'), json::object()), std::runtime_error);
    BOOST_CHECK_THROW(digest.add(id('4'), json::object()), std::runtime_error);
    digest.add(id('6'), json::object());
    BOOST_TEST(digest.count() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::bench
