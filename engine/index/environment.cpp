#include "index/environment.hpp"

#include <storh/error.hpp>

#include "index/environment_list.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

namespace storh::index {
namespace {

namespace sys = boost::system;

constexpr char format_key[] = "format";
constexpr unsigned readers_max = 1024;

/// The file is kept so much longer than what is in it, so that one whose end is missing is noticed.
constexpr off_t file_reserve = off_t{16} << 20;

MDB_val format_row_key() noexcept {
    return {sizeof format_key - 1, const_cast<char*>(format_key)};
}

off_t used_bytes(MDB_env* handle) noexcept {
    MDB_envinfo info = {};
    MDB_stat stat = {};
    if (mdb_env_info(handle, &info) != 0 || mdb_env_stat(handle, &stat) != 0) return 0;
    return static_cast<off_t>(info.me_last_pgno + 1) * static_cast<off_t>(stat.ms_psize);
}

bool file_status(MDB_env* handle, struct stat& status) noexcept {
    mdb_filehandle_t file = -1;
    return mdb_env_get_fd(handle, &file) == 0 && ::fstat(file, &status) == 0;
}

}  // namespace

sys::error_code error_of(int lmdb_result) noexcept {
    if (lmdb_result == 0) return {};
    if (lmdb_result > 0) return sys::error_code(lmdb_result, sys::system_category());
    if (lmdb_result == MDB_VERSION_MISMATCH) return errc::newer_index;
    if (lmdb_result == MDB_MAP_FULL) return sys::error_code(ENOMEM, sys::system_category());
    if (lmdb_result == MDB_READERS_FULL) return sys::error_code(EAGAIN, sys::system_category());
    return errc::damaged_index;
}

environment::~environment() {
    if (handle_ != nullptr) mdb_env_close(handle_);
}

sys::result<std::shared_ptr<environment>> environment::open(std::string const& directory,
                                                            bool may_make, std::size_t map_bytes) {
    environment_list::opening turn;
    sys::error_code error;
    if (auto known = turn.find(directory + "/data.mdb", may_make, error)) return known;
    if (error) return error;
    std::shared_ptr<environment> made(new environment, environment_list::close());
    if (int const result = made->open_files(directory, map_bytes)) return error_of(result);
    if ((error = made->check_file())) return error;
    if (int const result = made->open_tables(may_make)) return error_of(result);
    turn.add(made);
    return made;
}

int environment::open_files(std::string const& directory, std::size_t map_bytes) {
    if (int const result = mdb_env_create(&handle_)) return result;
    (void)mdb_env_set_mapsize(handle_, map_bytes);
    (void)mdb_env_set_maxdbs(handle_, 8);
    (void)mdb_env_set_maxreaders(handle_, readers_max);
    int result = mdb_env_open(handle_, directory.c_str(), MDB_NOTLS, 0666);
    if (result == EACCES || result == EROFS) {
        is_read_only_ = true;
        mdb_env_close(std::exchange(handle_, nullptr));
        if ((result = mdb_env_create(&handle_)) != 0) return result;
        (void)mdb_env_set_mapsize(handle_, map_bytes);
        (void)mdb_env_set_maxdbs(handle_, 8);
        (void)mdb_env_set_maxreaders(handle_, readers_max);
        result = mdb_env_open(handle_, directory.c_str(), MDB_NOTLS | MDB_RDONLY, 0666);
    }
    int dead_readers = 0;
    if (result == 0) (void)mdb_reader_check(handle_, &dead_readers);
    return result;
}

/// A page that is not in the file would end the process when it is looked at.
sys::error_code environment::check_file() const {
    struct stat status = {};
    if (!file_status(handle_, status)) return sys::error_code(errno, sys::system_category());
    return status.st_size < used_bytes(handle_) ? make_error_code(errc::damaged_index)
                                                : sys::error_code();
}

int environment::open_tables(bool may_make) {
    MDB_txn* transaction = nullptr;
    unsigned const flags = is_read_only_ ? MDB_RDONLY : 0;
    if (int const result = begin(flags, transaction)) return result;
    int result = make_tables(transaction, may_make && !is_read_only_);
    if (result == 0) {
        result = mdb_txn_commit(transaction);
    } else {
        mdb_txn_abort(transaction);
    }
    leave();
    return result;
}

int environment::make_tables(MDB_txn* transaction, bool may_make) {
    unsigned const make = may_make ? MDB_CREATE : 0;
    int result = mdb_dbi_open(transaction, "facts", make, &tables_.facts);
    if (result != 0) return result;
    MDB_val key = format_row_key();
    MDB_val value = {};
    result = mdb_get(transaction, tables_.facts, &key, &value);
    std::uint32_t version = format_version;
    if (result == 0 && value.mv_size == sizeof version) {
        version = *static_cast<unsigned char const*>(value.mv_data);
    } else if (result == MDB_NOTFOUND && may_make) {
        unsigned char bytes[sizeof version] = {format_version};
        value = {sizeof bytes, bytes};
        result = mdb_put(transaction, tables_.facts, &key, &value, 0);
    }
    if (result != 0) return result;
    if (version > format_version) return MDB_VERSION_MISMATCH;
    unsigned const ids_of_values = make | MDB_DUPSORT | MDB_DUPFIXED;
    result = mdb_dbi_open(transaction, "entries", ids_of_values, &tables_.entries);
    if (result == 0) result = mdb_dbi_open(transaction, "rows", make, &tables_.rows);
    if (result == 0) result = mdb_dbi_open(transaction, "pending", make, &tables_.pending);
    if (result == 0) result = mdb_dbi_open(transaction, "tombstones", make, &tables_.tombstones);
    return result;
}

bool environment::is_removed() const noexcept {
    struct stat status = {};
    return file_status(handle_, status) && status.st_nlink == 0;
}

/// The kernel fills the gap with nothing, and needs no space for it.
void environment::reserve_file() const noexcept {
    struct stat status = {};
    off_t const wanted = used_bytes(handle_) + file_reserve;
    mdb_filehandle_t file = -1;
    if (!file_status(handle_, status) || status.st_size >= wanted - file_reserve / 2) return;
    if (mdb_env_get_fd(handle_, &file) == 0) (void)!::ftruncate(file, wanted);
}

int environment::begin(unsigned flags, MDB_txn*& transaction) {
    for (int attempt = 0;; ++attempt) {
        enter();
        int result = mdb_txn_begin(handle_, nullptr, flags, &transaction);
        if (result == 0) return 0;
        leave();
        if (attempt == 3) return result;
        int dead_readers = 0;
        if (result == MDB_MAP_RESIZED) {
            result = change_map(false);
        } else if (result == MDB_READERS_FULL) {
            result = mdb_reader_check(handle_, &dead_readers);
        }
        if (result != 0) return result;
    }
}

sys::error_code environment::write(body const& what) {
    {
        std::lock_guard const lock(mutex_);
        if (is_broken_) return errc::poisoned;
    }
    if (is_read_only_) return sys::error_code(EROFS, sys::system_category());
    // Another process may have filled what this one has just made.
    for (int attempt = 0;; ++attempt) {
        int result = try_write(what);
        if (result != MDB_MAP_FULL || attempt == 16) return error_of(result);
        if ((result = change_map(true)) != 0) return error_of(result);
    }
}

int environment::try_write(body const& what) {
    MDB_txn* transaction = nullptr;
    if (int const result = begin(0, transaction)) return result;
    reserve_file();
    int result = what(transaction);
    if (result == 0) {
        result = mdb_txn_commit(transaction);
        bool const is_harmless = result == 0 || result == MDB_MAP_FULL || result == ENOSPC ||
                                 result == ENOMEM || result == EDQUOT;
        std::lock_guard const lock(mutex_);
        if (!is_harmless) is_broken_ = true;
    } else {
        mdb_txn_abort(transaction);
        if (result == nothing_to_commit) result = 0;
    }
    leave();
    return result;
}

void environment::enter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !is_mapping_; });
    ++inside_;
}

void environment::leave() noexcept {
    std::lock_guard const lock(mutex_);
    if (--inside_ == 0) changed_.notify_all();
}

/// Makes it twice as large, or as large as another process has made it.
int environment::change_map(bool grow) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !is_mapping_; });
    is_mapping_ = true;
    changed_.wait(lock, [this] { return inside_ == 0; });
    MDB_envinfo info = {};
    int result = mdb_env_info(handle_, &info);
    if (result == 0) result = mdb_env_set_mapsize(handle_, grow ? info.me_mapsize * 2 : 0);
    is_mapping_ = false;
    changed_.notify_all();
    return result;
}

read_transaction::read_transaction(std::shared_ptr<environment> of) : environment_(std::move(of)) {
    result_ = environment_->begin(MDB_RDONLY, transaction_);
}

read_transaction::read_transaction(read_transaction&& other) noexcept
    : environment_(std::move(other.environment_)),
      transaction_(std::exchange(other.transaction_, nullptr)),
      result_(other.result_) {}

read_transaction::~read_transaction() {
    if (transaction_ == nullptr) return;
    mdb_txn_abort(transaction_);
    environment_->leave();
}

tables const& read_transaction::in() const noexcept {
    return environment_->in();
}

}  // namespace storh::index
