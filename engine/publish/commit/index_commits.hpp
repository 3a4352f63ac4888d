// publish/index_commits.hpp
//
// The index transactions of one store, shared by its rings: while one runs on a worker, the generations
// of all rings that come meanwhile gather for the next. So there is one transaction at a time, at most
// one for each generation, and no ring ever waits inside one.
//
// Outcomes are gathered too; the next transaction takes them along.
//
// Threads: start() and settle() on any ring's thread; open() and close() on a worker.

#pragma once

#include "io/completion_box.hpp"
#include "io/ring_loop.hpp"
#include "publish/commit/change_index.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/deferred.hpp>

#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace storh::publish {

/// The writes of one generation on their way into the index. Stays where it is from start() until
/// finished() has completed.
class index_commit {
public:
    explicit index_commit(io::ring_loop& loop) noexcept : loop_(loop) {}

    void add(write_request& request) { items_.emplace_back(request); }
    [[nodiscard]] bool is_empty() const noexcept { return items_.empty(); }
    [[nodiscard]] std::deque<index_item>& items() noexcept { return items_; }
    [[nodiscard]] boost::system::error_code error() const noexcept { return error_; }

    /// Completes when the transaction has ended. On the ring's thread.
    auto finished() {
        using io::asio::deferred;
        return io::asio::async_initiate<io::asio::deferred_t const&, void()>(initiate_finished(),
                                                                             deferred, this);
    }

private:
    friend class index_commits;

    struct initiate_finished {
        initiate_finished() = default;
        template <class Handler>
        void operator()(Handler&& handler, index_commit* self) const {
            self->handler_ = io::completion_box<>(std::forward<Handler>(handler));
            if (self->is_done_) io::resume_on(self->loop_, std::move(self->handler_));
        }
    };

    void done(boost::system::error_code error);

    io::ring_loop& loop_;
    std::deque<index_item> items_;
    boost::system::error_code error_;
    bool is_done_ = false;
    io::completion_box<> handler_;
};

class index_commits {
public:
    explicit index_commits(std::unique_ptr<change_index> index);

    [[nodiscard]] boost::system::error_code open(error_info& info) { return index_->open(info); }
    [[nodiscard]] bool is_active() noexcept { return index_->is_active(); }

    /// Begins to commit, on the ring of the commit.
    void start(index_commit& commit);

    /// Notes what has become of a write, for the next transaction.
    void settle(index_outcome outcome);

    /// Nothing is under way any more.
    void close() noexcept;

private:
    static int run(io::operation& op) noexcept;
    static void ended(io::operation& op) noexcept;
    void end(io::ring_loop& loop);
    void commit_all();

    std::unique_ptr<change_index> index_;
    std::mutex mutex_;                    // guards what follows
    std::vector<index_commit*> served_;   // by the transaction that runs
    std::vector<index_commit*> waiting_;  // for the next
    std::vector<index_outcome> settled_;
    bool is_running_ = false;
    boost::system::error_code error_;
    io::operation operation_;
};

}  // namespace storh::publish
