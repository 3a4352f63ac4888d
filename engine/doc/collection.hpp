// doc/collection.hpp
//
// The state behind a doc_store: what every operation starts from.
//
// Guarantees: an operation that begin() let in holds the collection open until it calls end().
//
// Not here: the operations themselves (put_operation.hpp, get_operation.hpp, ...), files and commits
// (publish/).
//
// Threads: any.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/error.hpp>
#include <storh/options.hpp>
#include <storh/uuid_v7.hpp>

#include "doc/patch_turns.hpp"
#include "index/collection_index.hpp"
#include "publish/bucket_store.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace storh::doc {

class collection : public std::enable_shared_from_this<collection> {
public:
    /// `indexes` are the store's, which keeps them.
    collection(std::shared_ptr<publish::bucket_store> store, index::collection_index& indexes);

    /// Lets an operation in, or tells why not.
    [[nodiscard]] boost::system::error_code begin() noexcept { return store_->enter(); }
    [[nodiscard]] boost::system::error_code begin_write() noexcept;
    void end() noexcept { store_->leave(); }

    void begin_close() noexcept { store_->begin_close(); }
    void close(std::function<void()> done) { store_->close(std::move(done)); }

    [[nodiscard]] publish::bucket_store& store() const noexcept { return *store_; }
    [[nodiscard]] index::collection_index& indexes() const noexcept { return indexes_; }
    [[nodiscard]] store_options const& options() const noexcept { return store_->options(); }

    /// The ring of what concerns the collection as a whole.
    [[nodiscard]] io::ring_loop& loop() const noexcept {
        return store_->rings().loop_of_path(store_->path());
    }

    /// Whose turn it is to patch a record of ring `index`; on that ring's thread only.
    [[nodiscard]] patch_turns& patches(unsigned index) noexcept { return patches_[index]; }

    /// How large the records that streams have read of late were, so that the next one knows at once how
    /// many fit into its window; 0 at first.
    [[nodiscard]] std::atomic<std::size_t>& expected_bytes() noexcept { return expected_bytes_; }

    /// Describes a failure of the record `id`.
    [[nodiscard]] std::unique_ptr<error_info> describe(uuid_v7 const& id) const;

private:
    std::shared_ptr<publish::bucket_store> store_;
    index::collection_index& indexes_;
    std::vector<patch_turns> patches_;
    std::atomic<std::size_t> expected_bytes_{0};
};

/// Why `directory`, as bucket_store::directory() gave it, cannot be used: no error when it can, or when
/// there is none, which is an empty collection.
[[nodiscard]] boost::system::error_code directory_error(int directory) noexcept;

/// A handle's pointer: the last copy to go closes the collection in the background.
[[nodiscard]] std::shared_ptr<collection> make_handle(std::shared_ptr<collection> state);

}  // namespace storh::doc
