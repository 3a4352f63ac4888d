#include "index/collection_index.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"
#include "publish/commit/write_lock.hpp"
#include "publish/durable_directory.hpp"
#include "publish/record_path.hpp"
#include "publish/writer_marker.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

namespace storh::index {
namespace {

namespace sys = boost::system;

/// How many pending ids are looked at in one go.
constexpr std::size_t pending_piece = 1024;

}  // namespace

bool collection_index::has_file() noexcept {
    int const directory = files_.directory();
    struct stat status = {};
    return directory >= 0 && ::fstatat(directory, index_file, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool collection_index::is_active() noexcept {
    return is_open_.load() || has_file();
}

sys::result<std::shared_ptr<environment>> collection_index::find_environment() {
    std::lock_guard const lock(mutex_);
    if (environment_) return environment_;
    if (!has_file()) return std::shared_ptr<environment>();
    auto opened = environment::open(directory(), false);
    if (!opened && opened.error() == sys::errc::no_such_file_or_directory) {
        return std::shared_ptr<environment>();
    }
    if (!opened) return opened.error();
    environment_ = *opened;
    is_open_.store(true);
    return environment_;
}

sys::result<std::shared_ptr<environment>> collection_index::make_environment() {
    std::string failed;
    if (auto const error = publish::make_durable_directories(directory(), failed)) return error;
    std::lock_guard const lock(mutex_);
    if (environment_) return environment_;
    auto opened = environment::open(directory(), true);
    if (!opened) return opened.error();
    environment_ = *opened;
    is_open_.store(true);
    if (auto const error = publish::sync_directory(files_.directory(), index_directory))
        return error;
    return environment_;
}

void collection_index::know(catalog const& indexes) {
    std::lock_guard const lock(mutex_);
    if (known_ && known_->version == indexes.version) return;
    known_ = std::make_shared<catalog const>(indexes);
}

std::unique_ptr<publish::index_values> collection_index::values_of(
    json::object const& document) const {
    if (!is_open_.load()) return nullptr;
    std::shared_ptr<catalog const> known;
    {
        std::lock_guard const lock(mutex_);
        known = known_;
    }
    if (!known || known->entries.empty()) return nullptr;
    return std::make_unique<document_values>(known->values_of(document));
}

sys::error_code collection_index::open(error_info& info) {
    bool const is_read_only = files_.options().access() == access_mode::read_only;
    auto const found = find_environment();
    sys::error_code error = found ? sys::error_code() : found.error();
    if (!error && *found != nullptr && !is_read_only) error = resolve_left_overs(**found);
    // Who only reads can do without.
    if (!error || is_read_only) return {};
    info.set_path(directory());
    info.set_detail(error.message());
    return error;
}

/// Not while somebody else writes: who does so takes care of it.
sys::error_code collection_index::resolve_left_overs(environment& env) {
    io::unique_fd lock;
    if (files_.options().access() != access_mode::exclusive) {
        int const fd =
            io::open_inside(files_.directory(), publish::lock_file, O_RDWR | O_CLOEXEC, 0);
        if (fd < 0) return {};
        lock.reset(fd);
        if (publish::lock_exclusive(fd, std::chrono::milliseconds(0))) return {};
    }
    return write_all(env, {}, {}, true);
}

bool collection_index::is_alive(std::string const& writer) {
    int const fd = io::open_inside(files_.directory(), publish::writers_directory,
                                   O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    // Nobody is taken for dead for want of a descriptor.
    if (fd < 0) return fd != -ENOENT;
    io::unique_fd const writers(fd);
    return publish::state_of_writer(fd, writer) != publish::writer_state::dead;
}

sys::error_code collection_index::commit(std::span<publish::index_outcome const> settled,
                                         std::span<publish::index_item* const> writes) {
    auto const found = find_environment();
    if (!found) return found.error();
    // Somebody is just making it, and has to wait for our lock to define anything.
    if (*found == nullptr) return {};
    environment& env = **found;
    if (env.is_removed()) return errc::damaged_index;
    return write_all(env, settled, writes, true);
}

sys::error_code collection_index::write_all(environment& env,
                                            std::span<publish::index_outcome const> settled,
                                            std::span<publish::index_item* const> writes,
                                            bool looks_for_dead) {
    catalog indexes;
    sys::error_code const error = env.write([&](MDB_txn* transaction) {
        indexes = catalog();
        index_writer to(transaction, env.in(), indexes);
        auto read = to.read_catalog();
        if (!read) return to.result();
        indexes = std::move(*read);
        generation_writer by(to, indexes, files_);
        if (looks_for_dead) resolve_dead(to, by);
        for (publish::index_outcome const& one : settled) by.settle(one);
        for (publish::index_item* const one : writes) {
            one->ticket = 0;
            one->info.reset();
            by.begin(*one, next_ticket_++);
        }
        if (to.result() == 0 && !by.has_changed()) return environment::nothing_to_commit;
        return to.result();
    });
    if (!error) know(indexes);
    return error;
}

void collection_index::resolve_dead(index_writer& to, generation_writer& by) {
    bool is_synced = false;
    for (std::string const& writer : to.writers()) {
        if (writer == files_.writer_name() || is_alive(writer)) continue;
        // What is looked at must not be lost when the ids are no longer pending.
        if (!std::exchange(is_synced, true)) (void)::syncfs(files_.directory());
        pending_id after(writer, uuid_v7{});
        for (;;) {
            auto const pending = to.pending(after, pending_piece);
            if (pending.empty() || pending.front().writer != writer) break;
            for (pending_id const& one : pending) {
                if (one.writer == writer) by.resolve(one);
            }
            after = pending.back();
        }
    }
}

template <class Body>
sys::error_code collection_index::write_each(std::span<uuid_v7 const> ids, Body const& body) {
    auto const found = find_environment();
    if (!found || *found == nullptr || ids.empty())
        return found ? sys::error_code() : found.error();
    environment& env = **found;
    return env.write([&](MDB_txn* transaction) {
        catalog indexes;
        index_writer to(transaction, env.in(), indexes);
        auto read = to.read_catalog();
        if (!read) return to.result();
        indexes = std::move(*read);
        generation_writer by(to, indexes, files_);
        for (uuid_v7 const& id : ids) body(by, id);
        return to.result();
    });
}

sys::error_code collection_index::begin_moves(std::span<uuid_v7 const> ids) {
    return write_each(ids, [](generation_writer& by, uuid_v7 const& id) { by.doubt(id); });
}

sys::error_code collection_index::end_moves(std::span<uuid_v7 const> ids) {
    return write_each(ids, [this](generation_writer& by, uuid_v7 const& id) {
        by.resolve(pending_id(files_.writer_name(), id));
    });
}

void collection_index::close(std::span<publish::index_outcome const> settled) noexcept {
    std::shared_ptr<environment> env;
    {
        std::lock_guard const lock(mutex_);
        env = std::exchange(environment_, nullptr);
        is_open_.store(false);
    }
    if (!env || settled.empty()) return;
    // What fails here is left to the next one, who will find this writer gone.
    try {
        (void)write_all(*env, settled, {}, false);
    } catch (std::bad_alloc const&) {
    }
}

}  // namespace storh::index
