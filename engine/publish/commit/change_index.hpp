// publish/change_index.hpp
//
// What is kept in step with the records of a store, as the committers see it: told of every write
// before its rename, and of what has become of it later.
//
// What an implementation promises: after a commit without error, what it keeps knows of the writes,
// also after a crash, and holds for whichever of them take place. What it keeps of a document is made
// by others, and this layer only carries it.
//
// Threads: is_active() on any; the rest on workers, one call at a time.

#pragma once

#include <storh/error.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace storh::publish {

class write_request;

/// What an index takes from a document when it is encoded.
class index_values {
public:
    index_values() = default;
    virtual ~index_values() = default;
    index_values(index_values const&) = delete;
    index_values& operator=(index_values const&) = delete;
};

/// A write that is about to be carried out, and what the index says to that.
struct index_item {
    explicit index_item(write_request& of) noexcept : request(&of) {}

    write_request* request;
    boost::system::error_code error;   ///< it must not be carried out
    std::unique_ptr<error_info> info;  ///< why
    std::uint64_t ticket = 0;          ///< to be settled later; 0 when there is nothing to settle
};

/// What has become of a write that has a ticket. One whose outcome is unknown has none.
struct index_outcome {
    index_outcome(uuid_v7 const& of, std::uint64_t given, bool has_happened) noexcept
        : id(of), ticket(given), is_applied(has_happened) {}

    uuid_v7 id;
    std::uint64_t ticket;
    bool is_applied;  ///< it is durable; otherwise nothing of it is there
};

class change_index {
public:
    change_index() = default;
    virtual ~change_index() = default;
    change_index(change_index const&) = delete;
    change_index& operator=(change_index const&) = delete;

    /// When the store is opened: looks at what is there, and mends what dead writers have left.
    [[nodiscard]] virtual boost::system::error_code open(error_info& info) = 0;

    /// Whether writes have to be told. Another process may have seen to that a moment ago.
    [[nodiscard]] virtual bool is_active() noexcept = 0;

    /// Takes the outcomes, then the writes in this order, together; durable when it returns. On an
    /// error nothing has been taken. The caller holds the collection's lock.
    [[nodiscard]] virtual boost::system::error_code commit(std::span<index_outcome const> settled,
                                                           std::span<index_item* const> writes) = 0;

    /// Takes the last outcomes, and lets go of everything.
    virtual void close(std::span<index_outcome const> settled) noexcept = 0;
};

}  // namespace storh::publish
