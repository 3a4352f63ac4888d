// tests/integration/support/indexes.hpp
//
// Stores with indexes, and whether these agree with the records.
//
// Threads: one.

#pragma once

#include "integration/support/store_fixture.hpp"

#include <string>
#include <utility>
#include <vector>

namespace storh::test {

struct index_fixture : store_fixture {
    static std::uint64_t add(doc_store& store, index_definition definition) {
        return must(store.indexes().add(std::move(definition)));
    }

    /// What verify says about indexes; empty when nothing.
    static std::vector<std::string> faults(doc_store& store) {
        std::vector<std::string> faults;
        auto const note = [&](finding const& one) {
            if (one.kind == finding_kind::index_mismatch) {
                faults.push_back(one.path + ": " + one.detail);
            }
        };
        must(store.verify(upkeep_options().on_finding(note)));
        return faults;
    }

    static void check_sound(doc_store& store) {
        for (std::string const& fault : faults(store)) BOOST_ERROR(fault);
    }
};

/// `{field: value}`
inline json::object with(std::string const& field, json::value value) {
    json::object document;
    document[field] = std::move(value);
    return document;
}

}  // namespace storh::test
