// io/ring_set.hpp
//
// The rings of an engine and what they share: the choice of backend, the workers, and the list of
// stores that have to be closed before the rings may go.
//
// Ring k of R owns the buckets from k*256/R up to (k+1)*256/R, so everything about one id happens on
// one thread, in order and without locks.
//
// Threads: any, except that shutdown() must not run on a ring's thread.

#pragma once

#include <storh/engine_options.hpp>

#include "io/backend_factory.hpp"
#include "io/blocking_pool.hpp"
#include "io/ring_loop.hpp"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace storh::io {

/// Something that uses the rings until it has been closed.
class ring_user {
public:
    virtual ~ring_user() = default;

    /// Asks it to finish and then to call ring_set::remove(). May be called more than once.
    virtual void begin_close() noexcept = 0;
};

class ring_set {
public:
    explicit ring_set(engine_options options);
    ~ring_set();
    ring_set(ring_set const&) = delete;
    ring_set& operator=(ring_set const&) = delete;

    [[nodiscard]] backend_choice const& choice() const noexcept { return choice_; }
    [[nodiscard]] unsigned size() const noexcept { return static_cast<unsigned>(loops_.size()); }
    [[nodiscard]] ring_loop& loop(unsigned index) noexcept { return *loops_[index]; }
    [[nodiscard]] ring_loop& loop_of_bucket(std::uint8_t bucket) noexcept {
        return *loops_[bucket * loops_.size() / 256];
    }
    [[nodiscard]] ring_loop& loop_of_path(std::string_view path) noexcept;
    [[nodiscard]] engine_options const& options() const noexcept { return options_; }

    /// Files that one ring may have open at once.
    [[nodiscard]] unsigned open_files() const noexcept { return open_files_; }

    /// Whether this process is a child of the one that made the rings.
    [[nodiscard]] bool is_forked() const noexcept;

    /// False when the rings are going already.
    [[nodiscard]] bool add(std::shared_ptr<ring_user> user);
    void remove(ring_user& user) noexcept;

    /// Closes every user, waits for them, and ends the rings.
    void shutdown() noexcept;

private:
    void abandon() noexcept;
    void note_missing_rings(std::string const& problem);

    engine_options options_;
    backend_choice choice_;
    std::uint64_t fork_generation_;
    unsigned open_files_;
    std::unique_ptr<blocking_pool> pool_;  // outlives the loops
    std::vector<std::unique_ptr<ring_loop>> loops_;
    std::mutex mutex_;
    std::condition_variable is_idle_;
    std::vector<std::shared_ptr<ring_user>> users_;
    bool is_closing_ = false;
};

}  // namespace storh::io
