// index/index_writer.hpp
//
// One transaction in which writes begin, settle and are looked after: the tables of an environment kept
// in step with each other.
//
// Guarantees: entries, rows and pending ids agree after every call. Numbers of LMDB's are kept in
// result(); after the first failure nothing more is done.
//
// Threads: those of the transaction.

#pragma once

#include <storh/uuid_v7.hpp>

#include "index/catalog.hpp"
#include "index/entry_table.hpp"
#include "index/environment.hpp"
#include "index/record_row.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace storh::index {

/// A row of the table of pending ids.
struct pending_id {
    pending_id(std::string by, uuid_v7 const& which) : writer(std::move(by)), id(which) {}
    std::string writer;
    uuid_v7 id;
};

/// Reading, in a transaction of either kind.
class index_view {
public:
    index_view(MDB_txn* transaction, tables const& in) noexcept
        : transaction_(transaction), tables_(in), entries_(transaction, in) {}

    /// Nothing when it cannot be read, which result() says more about; an empty one at first.
    [[nodiscard]] std::optional<catalog> read_catalog();
    [[nodiscard]] std::optional<record_row> row(uuid_v7 const& id);
    [[nodiscard]] bool is_tombstone(uuid_v7 const& id);

    /// The pending ids behind `after`, at most `most`, in the order of writers and ids.
    [[nodiscard]] std::vector<pending_id> pending(pending_id const& after, std::size_t most);

    /// Everybody who has pending ids.
    [[nodiscard]] std::vector<std::string> writers();

    /// Ids of rows behind `after`.
    [[nodiscard]] std::vector<uuid_v7> row_ids(uuid_v7 const& after, std::size_t most);

    [[nodiscard]] entry_table& entries() noexcept { return entries_; }
    [[nodiscard]] int result() const noexcept { return result_; }

protected:
    int note(int result) noexcept {
        if (result_ == 0) result_ = result;
        return result;
    }
    bool get(MDB_dbi table, std::string_view key, std::string_view& value);

    MDB_txn* transaction_;
    tables const& tables_;
    entry_table entries_;
    int result_ = 0;
};

class index_writer final : public index_view, private space_source {
public:
    /// `indexes` outlives it, and is what new spaces are named from.
    index_writer(MDB_txn* transaction, tables const& in, catalog& indexes) noexcept
        : index_view(transaction, in), catalog_(indexes) {}

    /// Puts `after` in the place of the row `before` of `id`, and what follows from it.
    void change(uuid_v7 const& id, record_row const& before, record_row after);

    void add_pending(std::string_view writer, uuid_v7 const& id);
    void drop_pending(std::string_view writer, uuid_v7 const& id);

    void write_catalog();
    void clear_tombstones();

private:
    std::uint64_t next_space() override;
    void put(MDB_dbi table, std::string_view key, std::string_view value);
    void erase(MDB_dbi table, std::string_view key);
    void change_entries(uuid_v7 const& id, std::vector<index_value> const& before,
                        std::vector<index_value> const& after);

    catalog& catalog_;
};

}  // namespace storh::index
