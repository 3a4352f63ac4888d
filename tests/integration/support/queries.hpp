// tests/integration/support/queries.hpp
//
// What a store answers to a query.
//
// Threads: one.

#pragma once

#include <storh/query.hpp>

#include "integration/support/stream.hpp"

#include <utility>
#include <vector>

namespace storh::test {

inline std::vector<uuid_v7> query_ids(doc_store& store, query const& asked,
                                      query_options options = query_options()) {
    record_stream rows = must(store.query(asked, options));
    return ids_of(drain(rows));
}

/// Asks in every way there is; all have to agree with `expected`.
inline void check_answers(doc_store& store, query const& asked,
                          std::vector<uuid_v7> const& expected) {
    BOOST_TEST((query_ids(store, asked) == expected), asked.to_json().value());
    BOOST_TEST(must(store.count(asked)) == expected.size(), asked.to_json().value());
    std::optional<record> const first = must(store.first(asked));
    BOOST_TEST(first.has_value() == !expected.empty(), asked.to_json().value());
    if (first && !expected.empty()) {
        BOOST_TEST((first->id() == expected.front()), asked.to_json().value());
    }
}

}  // namespace storh::test
