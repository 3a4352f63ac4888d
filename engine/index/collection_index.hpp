// index/collection_index.hpp
//
// The indexes of an open store.
//
// Guarantees: see publish/change_index.hpp. As long as a collection has no index directory, this costs
// one look for it a generation.
//
// What a crash leaves: ids whose writes have not settled, which are few however large the collection is.
// Their entries hold for the state before and after, so that answers are right all the time; the next
// who opens the store for writing, or commits, looks at these records and at nothing else.
//
// Not here: building, dropping (index_admin.hpp); reading (index_reader.hpp).
//
// Threads: as publish::change_index; values_of(), known() and find_environment() on any.

#pragma once

#include <storh/error.hpp>

#include "index/catalog.hpp"
#include "index/environment.hpp"
#include "index/generation_writer.hpp"
#include "publish/commit/change_index.hpp"
#include "publish/store_files.hpp"

#include <boost/json/object.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace storh::index {

class collection_index final : public publish::change_index {
public:
    explicit collection_index(publish::store_files& files) noexcept : files_(files) {}

    [[nodiscard]] boost::system::error_code open(error_info& info) override;
    [[nodiscard]] bool is_active() noexcept override;
    [[nodiscard]] boost::system::error_code commit(
        std::span<publish::index_outcome const> settled,
        std::span<publish::index_item* const> writes) override;
    void close(std::span<publish::index_outcome const> settled) noexcept override;

    /// Around moves of record files that are no writes, by who holds the collection's lock: says which
    /// records they are about, durably, and then has a look at them.
    [[nodiscard]] boost::system::error_code begin_moves(std::span<uuid_v7 const> ids);
    [[nodiscard]] boost::system::error_code end_moves(std::span<uuid_v7 const> ids);

    /// What a document has for the indexes that are known here; null when there are none.
    [[nodiscard]] std::unique_ptr<publish::index_values> values_of(
        json::object const& document) const;

    /// The environment, opened if it exists; null when it does not.
    [[nodiscard]] boost::system::result<std::shared_ptr<environment>> find_environment();

    /// The same, made if need be.
    [[nodiscard]] boost::system::result<std::shared_ptr<environment>> make_environment();

    /// Notes the catalog that is in force.
    void know(catalog const& indexes);

    [[nodiscard]] publish::store_files& files() noexcept { return files_; }
    [[nodiscard]] std::string directory() const { return files_.path() + "/" + index_directory; }

    /// Whether the writer of that name is alive.
    [[nodiscard]] bool is_alive(std::string const& writer);

private:
    boost::system::error_code write_all(environment& env,
                                        std::span<publish::index_outcome const> settled,
                                        std::span<publish::index_item* const> writes,
                                        bool looks_for_dead);
    template <class Body>
    boost::system::error_code write_each(std::span<uuid_v7 const> ids, Body const& body);
    void resolve_dead(index_writer& to, generation_writer& by);
    boost::system::error_code resolve_left_overs(environment& env);
    [[nodiscard]] bool has_file() noexcept;

    publish::store_files& files_;
    mutable std::mutex mutex_;  // guards what follows
    std::shared_ptr<environment> environment_;
    std::shared_ptr<catalog const> known_;
    std::atomic<bool> is_open_{false};
    std::uint64_t next_ticket_ = 1;  // of the one commit at a time
};

}  // namespace storh::index
