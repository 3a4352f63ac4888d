#include "io/ring_set.hpp"

#include <storh/error.hpp>

#include "io/fork_watch.hpp"
#include "io/open_files.hpp"

#include <boost/system/system_error.hpp>

#include <algorithm>
#include <functional>
#include <thread>

namespace storh::io {
namespace {

constexpr unsigned default_rings_max = 8;

unsigned ring_count(engine_options const& options) noexcept {
    if (options.rings() > 0) return options.rings();
    return std::clamp(std::thread::hardware_concurrency(), 1U, default_rings_max);
}

/// Workers that no low limit of open files can starve.
unsigned worker_count(engine_options const& options, unsigned open_files) noexcept {
    return std::min(options.io_workers(), std::max(8U, open_files * ring_count(options)));
}

}  // namespace

ring_set::ring_set(engine_options options)
    : options_(options),
      choice_(choose_backend(options)),
      fork_generation_(io::fork_generation()),
      open_files_(open_files_max(ring_count(options))),
      pool_(std::make_unique<blocking_pool>(worker_count(options, open_files_))) {
    unsigned const count = ring_count(options);
    loops_.reserve(count);
    std::string problem;
    for (unsigned index = 0; index < count; ++index) {
        loops_.push_back(std::make_unique<ring_loop>(
            index, [&] { return make_backend(choice_.kind, options_, *pool_, problem); }));
    }
    if (!problem.empty()) note_missing_rings(problem);
}

void ring_set::note_missing_rings(std::string const& problem) {
    if (options_.backend() == backend_kind::uring) {
        throw boost::system::system_error(make_error_code(errc::backend_unavailable), problem);
    }
    choice_.reason += ", but not for every ring: " + problem + "; the others use threads";
}

ring_set::~ring_set() {
    shutdown();
}

ring_loop& ring_set::loop_of_path(std::string_view path) noexcept {
    return *loops_[std::hash<std::string_view>()(path) % loops_.size()];
}

bool ring_set::is_forked() const noexcept {
    return fork_generation_ != io::fork_generation();
}

bool ring_set::add(std::shared_ptr<ring_user> user) {
    std::lock_guard const lock(mutex_);
    if (is_closing_) return false;
    users_.push_back(std::move(user));
    return true;
}

void ring_set::remove(ring_user& user) noexcept {
    std::shared_ptr<ring_user> removed;
    std::lock_guard const lock(mutex_);
    auto const found = std::ranges::find(users_, &user, &std::shared_ptr<ring_user>::get);
    if (found == users_.end()) return;
    removed = std::move(*found);
    users_.erase(found);
    if (users_.empty()) is_idle_.notify_all();
}

void ring_set::shutdown() noexcept {
    if (is_forked()) {
        abandon();
        return;
    }
    std::unique_lock lock(mutex_);
    is_closing_ = true;
    auto const users = users_;
    lock.unlock();
    for (auto const& user : users) user->begin_close();
    lock.lock();
    is_idle_.wait(lock, [this] { return users_.empty(); });
    lock.unlock();
    loops_.clear();
}

void ring_set::abandon() noexcept {
    for (auto& loop : loops_) {
        loop->abandon();
        (void)loop.release();
    }
    loops_.clear();
    // Its workers, which sleep in it, are the parent's: destroying it would wait for them.
    (void)pool_.release();
}

}  // namespace storh::io
