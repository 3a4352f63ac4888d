// publish/bucket_store.hpp
//
// Records as bytes in 256 buckets: put, get, remove, list of one bucket, each version with a tag.
//
// It knows nothing of JSON, queries or callers. Process ids, flock, syncfs and the directory layout
// stay below it, so that another implementation can keep the same buckets elsewhere.
//
// Guarantees: see committer.hpp for writes and record_read.hpp for reads. Everything that was let in
// by enter() is done before close() ends.
//
// Threads: any.

#pragma once

#include <storh/error.hpp>
#include <storh/options.hpp>

#include "io/ring_set.hpp"
#include "publish/commit/committer.hpp"
#include "publish/commit/gate.hpp"
#include "publish/commit/write_request.hpp"
#include "publish/listing/listing_job.hpp"
#include "publish/store_files.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace storh::publish {

class bucket_store final : public io::ring_user, public std::enable_shared_from_this<bucket_store> {
public:
    bucket_store(std::shared_ptr<io::ring_set> rings, std::string root, std::string collection,
                 store_options options);

    /// What is kept in step with the records; before open().
    void keep_in_step(std::unique_ptr<change_index> index);

    /// Opens the files; blocking, on a worker. Then registers with the rings.
    [[nodiscard]] boost::system::error_code open(error_info& info);

    /// Counts an operation in: fails with closed, forked. leave() must follow a success.
    [[nodiscard]] boost::system::error_code enter() noexcept;
    void leave() noexcept;

    /// Whether writes are possible at all: fails with poisoned or, read-only, EROFS.
    [[nodiscard]] boost::system::error_code check_writable() const noexcept;

    /// Hands a write to the ring of its bucket. The caller is inside.
    void submit(write_request& request) noexcept;

    /// For changing files other than by a write: who changes what in the buckets of ring `index`.
    [[nodiscard]] committer& committer_of(unsigned index) noexcept { return *committers_[index]; }
    [[nodiscard]] store_files& files() noexcept { return files_; }

    /// Runs `done` when everything is finished and the files are closed; at once if they are.
    void close(std::function<void()> done);
    void begin_close() noexcept override;

    [[nodiscard]] io::ring_set& rings() const noexcept { return *rings_; }
    [[nodiscard]] io::ring_loop& loop_of(uuid_v7 const& id) const noexcept {
        return rings_->loop_of_bucket(id.bucket());
    }
    [[nodiscard]] int directory() noexcept { return files_.directory(); }
    [[nodiscard]] store_options const& options() const noexcept { return files_.options(); }
    [[nodiscard]] std::string const& path() const noexcept { return files_.path(); }
    [[nodiscard]] std::string_view file_system() const noexcept {
        return files_.file_system().name;
    }
    [[nodiscard]] bucket_listings& listings() noexcept { return listings_; }

    /// Whether directories change only through this system, and tell by their change times.
    [[nodiscard]] bool is_local() const noexcept { return files_.file_system().honours_syncfs; }
    [[nodiscard]] std::uint64_t generations() const noexcept { return context_.generations.load(); }
    [[nodiscard]] std::uint64_t barriers() noexcept;

private:
    friend class write_request;

    void arrived(write_request& request) noexcept;
    void finish_closing() noexcept;
    void closed() noexcept;

    struct closing_job;

    std::shared_ptr<io::ring_set> rings_;
    store_files files_;
    std::unique_ptr<index_commits> index_;
    commit_context context_;
    std::vector<std::unique_ptr<committer>> committers_;
    bucket_listings listings_;
    gate gate_;
    std::mutex mutex_;
    bool is_closed_ = false;
    std::vector<std::function<void()>> on_closed_;
};

}  // namespace storh::publish
