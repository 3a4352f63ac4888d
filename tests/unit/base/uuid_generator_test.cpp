#include "base/uuid_generator.hpp"

#include "support/fixtures.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace storh {
namespace {

constexpr std::int64_t now_ms = 1700000000000;
constexpr std::string_view now_prefix = "018bcfe5-6800-";

/// Gives the same bytes each time and counts how often it was asked.
struct fixed_entropy {
    uuid_generator::entropy bytes{};
    int calls = 0;

    uuid_generator::entropy operator()() {
        ++calls;
        return bytes;
    }
};

std::string text_after(std::string_view prefix, std::string_view rest) {
    return std::string(prefix).append(rest);
}

BOOST_AUTO_TEST_SUITE(uuid_generator_suite)

BOOST_AUTO_TEST_CASE(an_id_holds_the_time_and_the_entropy_without_the_masked_bits) {
    fixed_entropy source;
    source.bytes = {0xf1, 0x23, 0xc4, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0x12};
    uuid_v7 const id = uuid_generator().next(now_ms, source);
    BOOST_TEST(id.to_string() == text_after(now_prefix, "7123-8456-789abcdef012"));
}

BOOST_AUTO_TEST_CASE(within_a_millisecond_the_counter_goes_up_by_one_without_new_entropy) {
    uuid_generator generator;
    fixed_entropy source;
    source.bytes[9] = 0xfe;
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               text_after(now_prefix, "7000-8000-0000000000fe"));
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               text_after(now_prefix, "7000-8000-0000000000ff"));
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               text_after(now_prefix, "7000-8000-000000000100"));
    BOOST_TEST(source.calls == 1);
}

// PHP counts over the masked bits too and loses this carry, so that its ids repeat.
BOOST_AUTO_TEST_CASE(a_carry_passes_over_the_variant_bits) {
    uuid_generator generator;
    fixed_entropy source;
    source.bytes = {0x00, 0x00, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               text_after(now_prefix, "7000-bfff-ffffffffffff"));
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               text_after(now_prefix, "7001-8000-000000000000"));
}

BOOST_AUTO_TEST_CASE(a_counter_that_runs_over_advances_the_millisecond) {
    uuid_generator generator;
    fixed_entropy source;
    source.bytes.fill(0xff);
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               text_after(now_prefix, "7fff-bfff-ffffffffffff"));
    source.bytes.fill(0);
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               "018bcfe5-6801-7000-8000-000000000000");
    BOOST_TEST(source.calls == 2);
    // The clock is behind now; the ids stay in the millisecond that they reached.
    BOOST_TEST(generator.next(now_ms, source).to_string() ==
               "018bcfe5-6801-7000-8000-000000000001");
}

BOOST_AUTO_TEST_CASE(a_clock_that_steps_back_keeps_the_last_millisecond) {
    uuid_generator generator;
    fixed_entropy source;
    uuid_v7 const first = generator.next(now_ms, source);
    uuid_v7 const second = generator.next(now_ms - 3600000, source);
    BOOST_TEST(second > first);
    BOOST_TEST(second.timestamp_ms() == now_ms);
    BOOST_TEST(generator.next(now_ms + 1, source).timestamp_ms() == now_ms + 1);
}

BOOST_AUTO_TEST_CASE(copies_that_diverge_stay_in_order_and_take_new_entropy) {
    uuid_generator parent;
    fixed_entropy source;
    source.bytes.fill(0xaa);
    uuid_v7 const before = parent.next(now_ms, source);
    uuid_generator child = parent;
    child.diverge();
    source.bytes.fill(0x01);
    uuid_v7 const in_child = child.next(now_ms, source);
    BOOST_TEST(in_child > before);
    BOOST_TEST(in_child != parent.next(now_ms, source));
    BOOST_TEST(in_child.to_string() == "018bcfe5-6801-7101-8101-010101010101");
    BOOST_TEST(child.next(now_ms, source) > in_child);
    BOOST_TEST(source.calls == 2);
}

// PHP's answers, except where it loses the carry: after those it repeats ids, we do not.
BOOST_AUTO_TEST_CASE(counting_agrees_with_storh_for_php_where_that_keeps_the_carry) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/uuid.json");
    std::map<std::string, std::string> const better{
        {"ffffffffffffffffffff", "018bcfe5-6801-7fff-bfff-ffffffffffff"},
        {"00003fffffffffffffff", "018bcfe5-6800-7001-8000-000000000000"},
        {"0fff3fffffffffffffff", "018bcfe5-6801-7fff-bfff-ffffffffffff"},
    };
    for (json::value const& vector : vectors.at("generation_from_entropy").as_array()) {
        std::string const hex = test::text_of(vector, "last_entropy_hex");
        std::string const bytes = test::bytes_of_hex(hex);
        fixed_entropy source;
        std::copy(bytes.begin(), bytes.end(), source.bytes.begin());
        uuid_generator generator;
        (void)generator.next(now_ms, source);
        auto const exception = better.find(hex);
        std::string const expected = exception != better.end()
                                         ? exception->second
                                         : test::text_of(vector, "next_id_same_ms");
        BOOST_TEST(generator.next(now_ms, source).to_string() == expected, hex);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
