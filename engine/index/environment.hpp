// index/environment.hpp
//
// The LMDB environment of one collection's indexes, `.storh/index/`, and transactions in it.
//
// Guarantees: a transaction is durable when write() returns without error, and has left nothing
// otherwise. The map grows when it is full and when another process has grown it. A file of a newer
// format or one that has been cut short is refused when it is opened. No process opens one twice, as
// LMDB demands: who opens it again gets the one there is. After a sync that failed no more is written.
//
// Not here: what is in the tables (entry_table.hpp, index_rows.hpp).
//
// Threads: any, each transaction on one at a time; everything blocks, so on workers. A read holds up the
// growing of the map, and through it all writes: it must be short.

#pragma once

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>

#include <lmdb.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace storh::index {

/// The tables. Names of files and tables are part of the format.
struct tables {
    MDB_dbi facts = 0;       ///< few rows of which there is one each
    MDB_dbi entries = 0;     ///< values -> ids, see entry_table.hpp
    MDB_dbi rows = 0;        ///< id -> record_row
    MDB_dbi pending = 0;     ///< writer and id, for each row with a write that has not settled
    MDB_dbi tombstones = 0;  ///< ids whose rows have gone while an index is built
};

inline constexpr std::uint32_t format_version = 1;
inline constexpr char index_directory[] = ".storh/index";
inline constexpr char index_file[] = ".storh/index/data.mdb";

/// The code for what LMDB returned.
[[nodiscard]] boost::system::error_code error_of(int lmdb_result) noexcept;

class environment;

/// A consistent view, for as long as it lives.
class read_transaction {
public:
    explicit read_transaction(std::shared_ptr<environment> of);
    read_transaction(read_transaction&& other) noexcept;
    read_transaction& operator=(read_transaction&&) = delete;
    ~read_transaction();

    /// LMDB's result of beginning it.
    [[nodiscard]] int result() const noexcept { return result_; }
    [[nodiscard]] MDB_txn* get() const noexcept { return transaction_; }
    [[nodiscard]] tables const& in() const noexcept;

private:
    std::shared_ptr<environment> environment_;
    MDB_txn* transaction_ = nullptr;
    int result_ = 0;
};

class environment : public std::enable_shared_from_this<environment> {
public:
    static constexpr std::size_t map_bytes_default = std::size_t{16} << 30;

    /// Opens the one in `directory`, which may be made then, if there is none, as part of it.
    [[nodiscard]] static boost::system::result<std::shared_ptr<environment>> open(
        std::string const& directory, bool may_make, std::size_t map_bytes = map_bytes_default);

    environment(environment const&) = delete;
    environment& operator=(environment const&) = delete;
    ~environment();

    /// What is done in a transaction; gives LMDB's result. It may be called again, after everything it
    /// did has been undone.
    using body = std::function<int(MDB_txn*)>;

    /// Runs `what` in a transaction and makes it durable. `commits` may say that there is nothing to.
    [[nodiscard]] boost::system::error_code write(body const& what);

    /// For a body that has changed nothing: ends the transaction without a sync and without an error.
    static constexpr int nothing_to_commit = -1;

    [[nodiscard]] tables const& in() const noexcept { return tables_; }

    /// Whether its file has been removed, so that nobody else sees what is written.
    [[nodiscard]] bool is_removed() const noexcept;

private:
    friend class read_transaction;

    environment() = default;
    int open_files(std::string const& directory, std::size_t map_bytes);
    int open_tables(bool may_make);
    int make_tables(MDB_txn* transaction, bool may_make);
    boost::system::error_code check_file() const;
    int try_write(body const& what);
    int begin(unsigned flags, MDB_txn*& transaction);
    void reserve_file() const noexcept;

    void enter();
    void leave() noexcept;
    int change_map(bool grow);

    MDB_env* handle_ = nullptr;
    tables tables_;
    bool is_read_only_ = false;

    std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::size_t inside_ = 0;   // transactions
    bool is_mapping_ = false;  // while the map changes nobody begins one
    bool is_broken_ = false;
};

}  // namespace storh::index
