// index/catalog.hpp
//
// The indexes that a collection has: their numbers, since when, whether they are built.
//
// A number is given once and never again, so that what is left of a dropped index is nobody's. The
// version goes up with every change; who has values for an older one takes them from the document anew.
//
// Pure. Threads: a value.

#pragma once

#include <storh/detail/namespaces.hpp>
#include <storh/index.hpp>

#include "index/record_row.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace storh::index {

/// One index.
struct catalog_entry {
    catalog_entry(std::uint64_t given, index_definition what)
        : number(given), definition(std::move(what)) {}

    std::uint64_t number;
    index_definition definition;
    std::uint64_t since = 0;     ///< the version of which on every write has values for it
    std::uint64_t replaces = 0;  ///< the number of the one that it is built beside, or 0
    std::string builder;         ///< the writer who builds it; empty when it is ready

    [[nodiscard]] bool is_ready() const noexcept { return builder.empty(); }
};

class catalog {
public:
    catalog() = default;

    std::uint64_t version = 0;
    std::uint64_t next_number = 1;
    std::vector<catalog_entry> entries;
    std::vector<std::uint64_t> dropped;  ///< numbers whose entries are not all gone yet

    [[nodiscard]] std::string encode() const;
    [[nodiscard]] static std::optional<catalog> decode(std::string_view bytes);

    [[nodiscard]] catalog_entry const* find(std::uint64_t number) const noexcept;
    [[nodiscard]] catalog_entry* find(std::uint64_t number) noexcept;

    /// The index of that kind that is not built beside another, ready or not.
    [[nodiscard]] catalog_entry* find(index_definition const& what) noexcept;
    [[nodiscard]] bool is_any_building() const noexcept;

    /// Adds an index that `builder` is going to build.
    catalog_entry& define(index_definition what, std::string builder, std::uint64_t replaces = 0);

    /// It is built: it takes the place of the one that it was built beside.
    void finish(std::uint64_t number);
    void drop(std::uint64_t number);

    /// What a document has for the indexes.
    [[nodiscard]] record_state values_of(json::object const& document) const;
};

/// What a document has for one index.
[[nodiscard]] std::optional<std::string> value_for(index_definition const& index,
                                                   json::object const& document);

}  // namespace storh::index
