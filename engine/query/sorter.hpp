// query/sorter.hpp
//
// The ids of a result in order of a field, in bounded memory: with a limit a heap of those that come first,
// without one all, both up to a number of bytes.
//
// Guarantees: equal keys are in ascending id order, whatever the direction. A key that comes too late for the
// limit is not kept.
//
// Not here: records, which are read again when the order is known.
//
// Pure. Threads: one at a time.

#pragma once

#include <storh/query.hpp>
#include <storh/record.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace storh::queries {

class sorter {
public:
    sorter(query_order by, std::optional<std::uint64_t> limit, std::size_t bytes_max);

    /// Takes the next record, whatever its id; false if there is no room for it.
    [[nodiscard]] bool add(record const& one);

    /// All that are to be given, in order. Nothing is left.
    [[nodiscard]] std::vector<uuid_v7> take();

private:
    struct entry {
        entry(json::value of, uuid_v7 const& record, std::size_t size)
            : key(std::move(of)), id(record), bytes(size) {}
        json::value key;
        uuid_v7 id;
        std::size_t bytes;
    };

    [[nodiscard]] bool comes_first(json::value const& key, uuid_v7 const& id,
                                   entry const& other) const;
    void drop_last();

    query_order by_;
    std::optional<std::uint64_t> limit_;
    std::size_t bytes_max_;
    std::size_t bytes_ = 0;
    std::vector<entry> entries_;  // with a limit: a heap, the one that comes last at its front
};

}  // namespace storh::queries
