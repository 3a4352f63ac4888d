// tests/integration/support/stream.hpp
//
// What comes out of a stream of records.
//
// Threads: one.

#pragma once

#include <storh/record_stream.hpp>

#include "integration/support/store_fixture.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace storh::test {

/// The id number `number` of `bucket` that was made at `ms`.
inline uuid_v7 id_at(std::int64_t ms, unsigned bucket, unsigned number = 0) {
    std::array<char, uuid_v7::text_bytes + 1> text{};
    auto const time = static_cast<unsigned long long>(ms);
    (void)std::snprintf(text.data(), text.size(), "%08llx-%04llx-7000-8000-%02x%010x",
                        time >> 16 & 0xffffffffULL, time & 0xffffULL, bucket & 0xffU, number);
    return uuid_v7::parse(text.data()).value();
}

inline std::string text_of_record(uuid_v7 const& id, std::string const& data) {
    return "{\"id\":\"" + id.to_string() + "\",\"data\":" + data + "}\n";
}

/// At most `count` records, less only at the end; the first failure is thrown.
inline asio::awaitable<void> take_into(record_stream* rows, std::size_t count,
                                       std::vector<record>* into) {
    for (; count > 0; --count) {
        std::optional<record> found = co_await rows->next();
        if (!found) co_return;
        into->push_back(std::move(*found));
    }
}

inline std::vector<record> take(record_stream& rows, std::size_t count) {
    std::vector<record> found;
    run(take_into(&rows, count, &found));
    return found;
}

/// All that is left.
inline std::vector<record> drain(record_stream& rows) {
    std::vector<record> found = take(rows, static_cast<std::size_t>(-1));
    BOOST_TEST(!must(rows.next()).has_value());
    return found;
}

inline std::vector<uuid_v7> ids_of(std::vector<record> const& records) {
    std::vector<uuid_v7> ids;
    for (record const& one : records) ids.push_back(one.id());
    return ids;
}

inline std::vector<uuid_v7> stream_ids(doc_store& store, record_query query = record_query()) {
    record_stream rows = store.stream(std::move(query));
    return ids_of(drain(rows));
}

struct stream_fixture : store_fixture {
    /// Puts a record in place without the store, `{"n": n}`.
    void place_number(uuid_v7 const& id, std::int64_t n) const {
        place(id, text_of_record(id, "{\"n\":" + std::to_string(n) + "}"));
    }

    /// `count` records over the buckets, several in each millisecond; their ids in order.
    [[nodiscard]] std::vector<uuid_v7> place_many(unsigned count) const {
        std::vector<uuid_v7> ids;
        for (unsigned n = 0; n < count; ++n) {
            ids.push_back(id_at(1'700'000'000'000 + n / 5, n * 37, n));
            place_number(ids.back(), n);
        }
        std::ranges::sort(ids);
        return ids;
    }
};

}  // namespace storh::test
