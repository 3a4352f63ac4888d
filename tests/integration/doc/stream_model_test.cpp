// Streams against a model: a map of what is stored, changed by the store and by hand, also while
// streams are under way.

#include "integration/support/stream.hpp"
#include "support/seed.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

constexpr std::int64_t first_ms = 1'700'000'000'000;
constexpr unsigned times = 12;

/// Whether `query` selects `id`, as its documentation says it; where_equal is on `n`.
bool selects(record_query const& query, uuid_v7 const& id, std::int64_t n) {
    std::int64_t const ms = id.timestamp_ms();
    if (query.since() && ms < *query.since()) return false;
    if (query.until() && ms > *query.until()) return false;
    if (query.after() && (query.is_reverse() ? id >= *query.after() : id <= *query.after())) {
        return false;
    }
    return std::ranges::all_of(query.equalities(), [&](record_query::equality const& wanted) {
        return wanted.field == "n" ? wanted.value == n : wanted.value == n % 3;
    });
}

class model : public stream_fixture {
public:
    model() : random_(random_seed("stream_model_suite")), store_(open()) {}

    void change() {
        uuid_v7 const id = any_id();
        std::int64_t const n = ++last_;
        std::string const data = "{\"n\":" + std::to_string(n % 10) +
                                 ",\"m\":" + std::to_string(n % 10 % 3) +
                                 ",\"v\":" + std::to_string(n) + "}";
        switch (random_() % 5) {
            case 0: must(store_.put(id, json::parse(data).as_object())); break;
            case 1:
            case 2: by_hand(id, text_of_record(id, data)); break;
            case 3: must(store_.remove(id)); break;
            default: std::filesystem::remove(file_of(id)); break;
        }
        touched_.insert(id);
        if (!std::filesystem::exists(file_of(id))) {
            stored_.erase(id);
        } else {
            stored_[id] = n;
            versions_[id].insert(n);
        }
    }

    /// A whole stream while nothing changes.
    void check_quiet() {
        record_query const query = any_query(true);
        ids expected;
        for (auto const& [id, n] : stored_) {
            if (selects(query, id, n % 10)) expected.push_back(id);
        }
        if (query.is_reverse()) std::ranges::reverse(expected);
        if (query.limit() && *query.limit() < expected.size()) expected.resize(*query.limit());
        record_stream rows = store_.stream(query);
        std::vector<record> const found = drain(rows);
        BOOST_REQUIRE((ids_of(found) == expected));
        for (record const& one : found) {
            BOOST_REQUIRE(one.data().at("v").as_int64() == stored_.at(one.id()));
        }
    }

    /// One that is paused for changes.
    void check_disturbed() {
        record_query const query = any_query(false);
        record_stream rows = store_.stream(query);
        std::vector<record> found = take(rows, 1);
        touched_.clear();
        auto const before = stored_;
        for (auto pauses = random_() % 6; pauses > 0; --pauses) {
            for (auto changes = random_() % 20; changes > 0; --changes) change();
            for (record& one : take(rows, random_() % 150)) found.push_back(std::move(one));
        }
        for (record& one : drain(rows)) found.push_back(std::move(one));
        check_disturbed_result(query, ids_of(found), before);
        for (record const& one : found) {
            BOOST_REQUIRE(versions_.at(one.id()).contains(one.data().at("v").as_int64()));
        }
    }

    void forget_versions() {
        versions_.clear();
        for (auto const& [id, n] : stored_) versions_[id].insert(n);
    }

private:
    using map = std::map<uuid_v7, std::int64_t>;

    void check_disturbed_result(record_query const& query, ids const& given, map const& before) {
        bool const is_reverse = query.is_reverse();
        auto const is_wrong = [&](uuid_v7 const& one, uuid_v7 const& next) {
            return is_reverse ? one <= next : one >= next;
        };
        BOOST_REQUIRE((std::ranges::adjacent_find(given, is_wrong) == given.end()));
        std::set<uuid_v7> const set(given.begin(), given.end());
        for (auto const& [id, n] : before) {
            if (touched_.contains(id)) continue;
            BOOST_REQUIRE(set.contains(id) == selects(query, id, n % 10));
        }
        for (uuid_v7 const& id : given) {
            BOOST_REQUIRE((before.contains(id) || touched_.contains(id)));
        }
    }

    void by_hand(uuid_v7 const& id, std::string const& text) const {
        std::filesystem::path const beside = file_of(id).string() + "~";
        write_file(beside, text);
        std::filesystem::rename(beside, file_of(id));
    }

    unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

    uuid_v7 any_id() { return id_at(first_ms + below(times), below(20) * 13, below(4)); }

    record_query any_query(bool with_limit) {
        record_query query;
        query.reverse(below(2) == 0);
        if (below(3) == 0) query.since(first_ms - 1 + below(times + 2));
        if (below(3) == 0) query.until(first_ms - 1 + below(times + 2));
        if (below(3) == 0) query.after(any_id());
        if (with_limit && below(3) == 0) query.limit(below(400));
        if (with_limit && below(3) == 0) query.where_equal("n", below(10));
        if (with_limit && below(4) == 0) query.where_equal("m", std::int64_t{below(3)});
        return query;
    }

    std::mt19937_64 random_;
    doc_store store_;
    std::int64_t last_ = 0;
    map stored_;
    std::set<uuid_v7> touched_;
    std::map<uuid_v7, std::set<std::int64_t>> versions_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_model_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(random_streams_agree_with_the_model, model) {
    for (int n = 0; n < 600; ++n) change();
    for (int round = 0; round < (is_sanitized() ? 40 : 120); ++round) {
        forget_versions();
        check_quiet();
        check_disturbed();
        for (int n = 0; n < 5; ++n) change();
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
