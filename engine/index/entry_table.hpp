// index/entry_table.hpp
//
// The table of an environment that leads from a value in an index to the ids of the records that have
// it, in the order of values and then of ids.
//
// LMDB's keys are short, so a long one is cut into pieces. Each space of the table has keys of at most
// one piece: the index's own space, named by its number, has the first pieces; a piece that goes on
// leads to a space of its own, with the pieces that follow it. The order is that of the whole values,
// and no two values share their ids.
//
//     space (8 bytes) | piece                  -> ids, for a value that ends here
//     space (8 bytes) | piece of full size | 1 -> the space with what comes behind it
//
// Threads: those of the transaction.

#pragma once

#include <storh/uuid_v7.hpp>

#include "index/environment.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh::index {

/// Gives names to new spaces; numbers of indexes come from the same.
class space_source {
public:
    virtual ~space_source() = default;
    [[nodiscard]] virtual std::uint64_t next_space() = 0;
};

class entry_table {
public:
    /// Of a value, in bytes; a key of LMDB's has at most 511.
    static constexpr std::size_t piece_bytes = 480;

    entry_table(MDB_txn* transaction, tables const& in) noexcept
        : transaction_(transaction), table_(in.entries) {}

    /// These give LMDB's result.
    int insert(std::uint64_t number, std::string_view value, uuid_v7 const& id,
               space_source& spaces);
    int erase(std::uint64_t number, std::string_view value, uuid_v7 const& id);

    /// The LMDB key under which the ids of the value are; nothing when it has none.
    [[nodiscard]] std::optional<std::string> find(std::uint64_t number,
                                                  std::string_view value) const;

    [[nodiscard]] bool contains(std::uint64_t number, std::string_view value,
                                uuid_v7 const& id) const;
    [[nodiscard]] std::uint64_t count(std::uint64_t number, std::string_view value) const;

    /// The first ids of the value behind `after`, at most `most`.
    [[nodiscard]] std::vector<uuid_v7> ids(std::uint64_t number, std::string_view value,
                                           uuid_v7 const& after, std::size_t most) const;

    /// Erases at most about `most` keys of an index; `left` says whether there are more.
    int clear(std::uint64_t number, std::size_t most, bool& left);

private:
    int clear_space(std::uint64_t space, std::size_t& most);
    [[nodiscard]] bool is_empty_space(std::uint64_t space) const;
    [[nodiscard]] std::optional<std::uint64_t> space_behind(std::string const& key) const;

    MDB_txn* transaction_;
    MDB_dbi table_;
};

/// `space | piece`, and how a piece that goes on is marked.
[[nodiscard]] std::string entry_key(std::uint64_t space, std::string_view piece);
[[nodiscard]] std::string link_key(std::uint64_t space, std::string_view full_piece);
[[nodiscard]] bool is_link(MDB_val const& key) noexcept;
[[nodiscard]] std::uint64_t space_of(MDB_val const& key) noexcept;
[[nodiscard]] std::string_view piece_of(MDB_val const& key) noexcept;
[[nodiscard]] std::uint64_t target_of(MDB_val const& link_value) noexcept;
[[nodiscard]] uuid_v7 id_of(MDB_val const& value) noexcept;

/// A cursor of LMDB's, closed in the end.
class cursor {
public:
    cursor(MDB_txn* transaction, MDB_dbi table) noexcept {
        result_ = mdb_cursor_open(transaction, table, &handle_);
    }
    cursor(cursor const&) = delete;
    cursor& operator=(cursor const&) = delete;
    ~cursor() {
        if (handle_ != nullptr) mdb_cursor_close(handle_);
    }

    int get(MDB_cursor_op how) noexcept {
        return result_ != 0 ? result_ : mdb_cursor_get(handle_, &key, &value, how);
    }
    /// The first key that is not below `from`.
    int seek(std::string_view from) noexcept {
        key = {from.size(), const_cast<char*>(from.data())};
        return get(MDB_SET_RANGE);
    }
    [[nodiscard]] MDB_cursor* handle() const noexcept { return handle_; }

    MDB_val key = {};
    MDB_val value = {};

private:
    MDB_cursor* handle_ = nullptr;
    int result_ = 0;
};

}  // namespace storh::index
