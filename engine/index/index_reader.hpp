// index/index_reader.hpp
//
// One consistent look at the indexes of a collection, for who plans and carries out queries.
//
// What it tells is a superset: a record with a write under way is found by its values before and after
// it, and an entry may be about a version that is being replaced. Whoever fetches the record compares
// it with the value under which it was found, and so takes it once and only if it is right. Nothing
// that a scan would find is missing, but for members that are missing, which have no entries.
//
// Only indexes that are ready are shown. Lists and objects are one value of their kind each
// (value_key.hpp).
//
// Threads: one at a time; it blocks, so on a worker, or for one look-up in memory on a ring. Let go of it
// soon: see environment.hpp. Values stay good, so that a later reader can go on behind them.

#pragma once

#include <storh/uuid_v7.hpp>

#include "index/catalog.hpp"
#include "index/collection_index.hpp"
#include "index/entry_cursor.hpp"
#include "index/index_writer.hpp"

#include <boost/system/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace storh::index {

/// Bounds of values: rank_of() a key comes before all keys of its rank, behind_rank() after them. Ties are in the order of ids in both directions.
struct value_range {
    value_range() = default;
    std::optional<std::string> low;  ///< the first key that is inside; from the first value without
    std::optional<std::string> high;  ///< the first key that is not; to the last value without
    bool is_descending = false;
};

/// A record that an index has found.
struct found_id {
    found_id(uuid_v7 const& which, std::string under) : id(which), rank(std::move(under)) {}
    uuid_v7 id;
    std::string rank;  ///< rank_of() the value under which it was found
};

/// Where a walk through a range has come to.
struct range_position {
    range_position() = default;
    std::string rank;  ///< that is being told, if it has begun
    uuid_v7 after;     ///< the last id told of it
    bool has_begun = false;
    bool is_at_end = false;
};

/// How many ids a range has.
struct range_estimate {
    range_estimate() = default;
    std::uint64_t count = 0;
    bool is_exact = true;  ///< otherwise there are more
};

class index_reader {
public:
    /// Nothing when the collection has no indexes.
    [[nodiscard]] static boost::system::result<std::optional<index_reader>> open(
        collection_index& of);

    /// The indexes that are ready.
    [[nodiscard]] std::vector<catalog_entry> const& indexes() const noexcept { return ready_; }

    /// How many ids a value has, in the time of one look-up.
    [[nodiscard]] std::uint64_t count(std::uint64_t number, std::string_view key);
    [[nodiscard]] bool contains(std::uint64_t number, std::string_view key, uuid_v7 const& id);

    /// Ids of a value behind `after`, in order, at most `most`.
    [[nodiscard]] std::vector<uuid_v7> ids(std::uint64_t number, std::string_view key,
                                           uuid_v7 const& after, std::size_t most);

    /// The next ids of a range in its order, at most `most`; none at its end.
    [[nodiscard]] std::vector<found_id> next(std::uint64_t number, value_range const& range,
                                             range_position& at, std::size_t most);

    /// Counts the ids of a range over at most `values_max` values.
    [[nodiscard]] range_estimate estimate(std::uint64_t number, value_range const& range,
                                          std::size_t values_max);

    /// Ids whose writes have not settled, at most `most`: those that a count may be wrong about.
    [[nodiscard]] std::vector<uuid_v7> unsettled(std::size_t most);

    /// The values under which a record is found, for verification.
    [[nodiscard]] index_view& view() noexcept { return view_; }

private:
    explicit index_reader(read_transaction transaction)
        : transaction_(std::move(transaction)), view_(transaction_.get(), transaction_.in()) {}

    bool advance(entry_cursor& cursor, value_range const& range, range_position& at);
    void append_ids(std::uint64_t number, range_position& at, std::size_t most,
                    std::vector<found_id>& found);

    read_transaction transaction_;
    index_view view_;
    std::vector<catalog_entry> ready_;
};

}  // namespace storh::index
