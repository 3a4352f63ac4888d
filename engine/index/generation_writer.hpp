// index/generation_writer.hpp
//
// What the indexes do about the writes of a store: they begin, they settle, and what a dead writer has
// begun is looked at.
//
// A value of a unique index is taken while any state of any record has it: also by a write of this
// process that has not settled, and still by one that gives it up. What somebody else has begun, and
// whatever an entry says that contradicts, is settled by looking at the record. That is right because
// the caller holds the collection's lock, and nobody lets go of it between an index transaction and its
// renames.
//
// Threads: those of the transaction.

#pragma once

#include "index/index_writer.hpp"
#include "publish/commit/change_index.hpp"
#include "publish/store_files.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace storh::index {

/// The values of a document by a catalog.
class document_values final : public publish::index_values {
public:
    explicit document_values(record_state taken) : state(std::move(taken)) {}
    record_state state;
};

/// The number by which rows know a writer: the end of `<pid>.<8 hex>`.
[[nodiscard]] std::uint32_t tag_of(std::string_view writer) noexcept;

class generation_writer {
public:
    /// All outlive it.
    generation_writer(index_writer& to, catalog const& indexes, publish::store_files& files)
        : to_(to), catalog_(indexes), files_(files), tag_(tag_of(files.writer_name())) {}

    /// A write is about to be carried out. Sets the item's error if it must not be.
    void begin(publish::index_item& item, std::uint64_t ticket);
    void settle(publish::index_outcome const& outcome);

    /// Looks at the record of which a writer has left the outcome open, by dying or on purpose. What is in its file must
    /// have been made durable.
    void resolve(pending_id const& left);

    /// Makes the record of `id` one that a crash leaves to resolve().
    void doubt(uuid_v7 const& id);

    /// Whether the transaction has changed anything.
    [[nodiscard]] bool has_changed() const noexcept { return has_changed_; }

private:
    [[nodiscard]] boost::system::result<record_state> state_of(
        publish::write_request& request) const;
    bool check_unique(publish::index_item& item, record_state const& state);
    bool is_held(uuid_v7 const& id, index_value const& value);
    void change(uuid_v7 const& id, record_row const& before, record_row after);

    index_writer& to_;
    catalog const& catalog_;
    publish::store_files& files_;
    std::uint32_t tag_;
    bool has_changed_ = false;
};

}  // namespace storh::index
