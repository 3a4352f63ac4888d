#include <storh/uuid_v7.hpp>

#include "support/fixtures.hpp"

#include <storh/error.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <thread>
#include <unordered_set>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace storh {
namespace {

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// The ids that a forked child makes.
std::vector<std::string> ids_of_child(std::size_t count) {
    int pipe_ends[2];
    BOOST_REQUIRE(::pipe(pipe_ends) == 0);
    pid_t const child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0) {
        for (std::size_t i = 0; i != count; ++i) {
            std::string const text = uuid_v7::generate().to_string();
            (void)!::write(pipe_ends[1], text.data(), text.size());
        }
        ::_exit(0);
    }
    ::close(pipe_ends[1]);
    std::vector<std::string> ids;
    std::string text(uuid_v7::text_bytes, ' ');
    while (::read(pipe_ends[0], text.data(), text.size()) == static_cast<ssize_t>(text.size())) {
        ids.push_back(text);
    }
    ::close(pipe_ends[0]);
    ::waitpid(child, nullptr, 0);
    return ids;
}

BOOST_AUTO_TEST_SUITE(uuid_v7_suite)

BOOST_AUTO_TEST_CASE(texts_are_valid_as_for_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/uuid.json");
    for (json::value const& vector : vectors.at("validity").as_array()) {
        std::string const text = test::text_of(vector, "text");
        auto const id = uuid_v7::parse(text);
        BOOST_TEST(id.has_value() == vector.at("valid").as_bool(), text);
        if (id) {
            BOOST_TEST(id->to_string() == lower_case(text));
            BOOST_TEST(id->timestamp_ms() == vector.at("timestamp_ms").as_int64());
        } else {
            BOOST_TEST(id.error() == make_error_code(errc::invalid_id));
        }
    }
}

BOOST_AUTO_TEST_CASE(every_wrong_character_is_refused_at_every_place) {
    std::string const valid = "018bcfe5-6800-7001-8000-9e3779b97f4a";
    for (std::size_t i = 0; i != valid.size(); ++i) {
        std::string text = valid;
        text[i] = valid[i] == '-' ? '0' : '-';
        BOOST_TEST(!uuid_v7::parse(text).has_value(), text);
        text[i] = 'g';
        BOOST_TEST(!uuid_v7::parse(text).has_value(), text);
    }
}

BOOST_AUTO_TEST_CASE(bounds_of_a_millisecond_are_those_of_storh_for_php) {
    json::value const vectors = test::read_json_fixture("storh-0.5.0/vectors/uuid.json");
    for (json::value const& vector : vectors.at("bounds").as_array()) {
        std::int64_t const ms = vector.at("ms").as_int64();
        BOOST_TEST(uuid_v7::min_for(ms).value().to_string() == test::text_of(vector, "min"));
        BOOST_TEST(uuid_v7::max_for(ms).value().to_string() == test::text_of(vector, "max"));
    }
    for (std::int64_t ms : {std::int64_t{-1}, uuid_v7::timestamp_ms_max + 1}) {
        BOOST_TEST(uuid_v7::min_for(ms).error() == make_error_code(errc::invalid_id));
        BOOST_TEST(uuid_v7::max_for(ms).error() == make_error_code(errc::invalid_id));
    }
}

BOOST_AUTO_TEST_CASE(the_bucket_is_characters_24_and_25) {
    uuid_v7 const id = uuid_v7::parse("018bcfe5-6800-7001-8000-9e3779b97f4a").value();
    BOOST_TEST(id.bucket() == 0x9e);
    BOOST_TEST(id.to_string().substr(24, 2) == "9e");
}

BOOST_AUTO_TEST_CASE(ids_compare_and_hash_as_their_bytes_do) {
    uuid_v7 const low = uuid_v7::parse("018bcfe5-6800-7001-8000-00000000007f").value();
    uuid_v7 const high = uuid_v7::parse("018bcfe5-6800-7001-8000-000000000080").value();
    BOOST_TEST(low < high);
    BOOST_TEST(((low <=> high) == std::strong_ordering::less));
    BOOST_TEST(low == uuid_v7::parse("018BCFE5-6800-7001-8000-00000000007F").value());
    BOOST_TEST(std::hash<uuid_v7>()(low) == hash_value(low));
    BOOST_TEST(hash_value(low) != hash_value(high));
}

BOOST_AUTO_TEST_CASE(a_default_constructed_id_is_nil_and_below_all_others) {
    BOOST_TEST(uuid_v7().is_nil());
    BOOST_TEST(uuid_v7() < uuid_v7::min_for(0).value());
    BOOST_TEST(!uuid_v7::parse(uuid_v7().to_string()).has_value());
}

BOOST_AUTO_TEST_CASE(an_id_prints_as_its_text) {
    std::ostringstream out;
    out << uuid_v7::min_for(1).value();
    BOOST_TEST(out.str() == "00000000-0001-7000-8000-000000000000");
}

BOOST_AUTO_TEST_CASE(a_generated_id_is_valid_and_carries_the_time) {
    auto const before = std::chrono::system_clock::now();
    uuid_v7 const id = uuid_v7::generate();
    BOOST_TEST(uuid_v7::parse(id.to_string()).value() == id);
    auto const distance = id.timestamp() - before;
    // Earlier tests may have made the generator run ahead of the clock by some milliseconds.
    BOOST_TEST((distance > std::chrono::seconds(-5) && distance < std::chrono::seconds(5)));
}

BOOST_AUTO_TEST_CASE(millions_of_ids_strictly_increase) {
    bool increasing = true;
    uuid_v7 last = uuid_v7::generate();
    for (int i = 0; i != 3000000; ++i) {
        uuid_v7 const next = uuid_v7::generate();
        increasing = increasing && next > last;
        last = next;
    }
    BOOST_TEST(increasing);
}

BOOST_AUTO_TEST_CASE(threads_never_get_the_same_id_and_each_sees_them_increase) {
    constexpr std::size_t thread_count = 4;
    constexpr std::size_t ids_each = 50000;
    std::vector<std::vector<uuid_v7>> made(thread_count);
    std::vector<std::thread> threads;
    for (std::vector<uuid_v7>& ids : made) {
        threads.emplace_back([&ids] {
            for (std::size_t i = 0; i != ids_each; ++i) {
                ids.push_back(uuid_v7::generate());
            }
        });
    }
    std::unordered_set<uuid_v7> all;
    for (std::size_t i = 0; i != thread_count; ++i) {
        threads[i].join();
        BOOST_TEST(std::is_sorted(made[i].begin(), made[i].end()));
        all.insert(made[i].begin(), made[i].end());
    }
    BOOST_TEST(all.size() == thread_count * ids_each);
}

BOOST_AUTO_TEST_CASE(a_forked_child_goes_on_with_other_ids_than_its_parent) {
    std::string const before = uuid_v7::generate().to_string();
    std::vector<std::string> ids = ids_of_child(100);
    BOOST_TEST(ids.size() == 100U);
    BOOST_TEST(ids.front() > before);
    BOOST_TEST(std::is_sorted(ids.begin(), ids.end()));
    std::unordered_set<std::string> const in_child(ids.begin(), ids.end());
    for (int i = 0; i != 100000; ++i) {
        if (in_child.count(uuid_v7::generate().to_string()) != 0) {
            BOOST_TEST(false, "the parent repeated an id of its child");
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh
