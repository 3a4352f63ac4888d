// storh/options.hpp
//
// Options of a store and of its operations: meaning, default, limits, cost.
//
// Every setter returns the object, so options chain: `store_options().lock_timeout(1s)`.

#pragma once

#include <storh/error.hpp>
#include <storh/record_tag.hpp>
#include <storh/schema.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace storh {

/// How a write becomes durable before it is acknowledged. Every choice keeps the same promise.
enum class durability : std::uint8_t {
    automatic,  ///< by expected cost: `record` while few writes wait, `group` when many do
    record,     ///< sync each file, then each directory
    group,      ///< one syncfs for many writes; only on file systems known to honour it
};

/// What a caller may do with a store.
enum class access_mode : std::uint8_t {
    read_write,  ///< reads and writes; the collection is made by the first write
    read_only,   ///< reads; opening a collection that does not exist fails, nothing is ever created
    exclusive,   ///< reads and writes, and no other process may write until close
};

/// Options of doc_store::open.
class store_options {
public:
    store_options() = default;

    /// Default: read_write.
    store_options& access(access_mode mode) noexcept {
        access_ = mode;
        return *this;
    }
    [[nodiscard]] access_mode access() const noexcept { return access_; }

    /// Default: automatic.
    store_options& durable(durability kind) noexcept {
        durability_ = kind;
        return *this;
    }
    [[nodiscard]] durability durable() const noexcept { return durability_; }

    /// How long a write waits for other processes that hold the collection's lock, before it fails
    /// with `errc::locked`. Default: 10 s.
    store_options& lock_timeout(std::chrono::milliseconds timeout) noexcept {
        lock_timeout_ = timeout;
        return *this;
    }
    [[nodiscard]] std::chrono::milliseconds lock_timeout() const noexcept { return lock_timeout_; }

    /// The largest record file in bytes, for writing and for reading; at most 1 GiB. Default: 16 MiB.
    store_options& record_bytes_max(std::size_t bytes) noexcept {
        record_bytes_max_ = bytes < (std::size_t{1} << 30) ? bytes : std::size_t{1} << 30;
        return *this;
    }
    [[nodiscard]] std::size_t record_bytes_max() const noexcept { return record_bytes_max_; }

    /// Writes that one barrier serves on each ring, 1 to 4,096. More lengthens each wait and
    /// shortens the sum. Default: 512.
    store_options& generation_max(std::size_t count) noexcept {
        generation_max_ = count < 1 ? 1 : (count > 4096 ? 4096 : count);
        return *this;
    }
    [[nodiscard]] std::size_t generation_max() const noexcept { return generation_max_; }

    /// Whether to delete the index files of storh for PHP, which a write from here would make wrong.
    /// Without it, opening such a collection for writing fails. Default: false.
    store_options& drop_php_indexes(bool drop) noexcept {
        drop_php_indexes_ = drop;
        return *this;
    }
    [[nodiscard]] bool drop_php_indexes() const noexcept { return drop_php_indexes_; }

    /// Memory for the sorted ids of buckets that have not changed, 16 bytes an id; 0 keeps none.
    /// Default: 32 MiB.
    store_options& listing_cache_bytes(std::size_t bytes) noexcept {
        listing_cache_bytes_ = bytes;
        return *this;
    }
    [[nodiscard]] std::size_t listing_cache_bytes() const noexcept { return listing_cache_bytes_; }

    /// What documents have to look like: a put, a patch or a line of an import that is not fails with
    /// errc::schema_violation, and nothing of it is written. What is there already is not looked at.
    /// Default: none.
    store_options& schema(storh::schema wanted) {
        schema_ = std::make_shared<storh::schema const>(std::move(wanted));
        return *this;
    }
    /// Null if there is none.
    [[nodiscard]] std::shared_ptr<storh::schema const> const& schema() const noexcept {
        return schema_;
    }

private:
    std::shared_ptr<storh::schema const> schema_;
    std::size_t listing_cache_bytes_ = std::size_t{32} << 20;
    std::chrono::milliseconds lock_timeout_ = std::chrono::seconds(10);
    std::size_t record_bytes_max_ = std::size_t{16} << 20;
    std::size_t generation_max_ = 512;
    access_mode access_ = access_mode::read_write;
    durability durability_ = durability::automatic;
    bool drop_php_indexes_ = false;
};

/// Options of put, remove and patch: under which condition, and where to tell what failed.
///
/// A condition is checked under the collection's write lock, in the order of the id's operations. Of
/// two writers that ask for the same version, exactly one wins; the other gets `errc::conflict` and
/// finds the present tag in its error_info.
class write_options {
public:
    write_options() = default;

    /// Only if there is no record of this id.
    write_options& if_absent() noexcept {
        if_absent_ = true;
        return *this;
    }
    [[nodiscard]] bool is_if_absent() const noexcept { return if_absent_; }

    /// Only if the stored record has this tag.
    write_options& if_match(record_tag const& tag) noexcept {
        tag_ = tag;
        return *this;
    }
    [[nodiscard]] std::optional<record_tag> const& tag() const noexcept { return tag_; }

    /// Where to describe a failure; must live until completion, and is written before it.
    write_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

private:
    std::optional<record_tag> tag_;
    error_info* info_ = nullptr;
    bool if_absent_ = false;
};

/// The names under which the options are passed to each operation.
using put_options = write_options;
using remove_options = write_options;
using patch_options = write_options;

/// Options of get and get_many.
class get_options {
public:
    get_options() = default;

    /// Where to describe a failure; must live until completion.
    get_options& info(error_info& info) noexcept {
        info_ = &info;
        return *this;
    }
    [[nodiscard]] error_info* info() const noexcept { return info_; }

    /// get_many: how many records are read at once over all rings, 1 to 1,024. Default: 64.
    get_options& in_flight(unsigned count) noexcept {
        in_flight_ = count < 1 ? 1 : (count > 1024 ? 1024 : count);
        return *this;
    }
    [[nodiscard]] unsigned in_flight() const noexcept { return in_flight_; }

private:
    error_info* info_ = nullptr;
    unsigned in_flight_ = 64;
};

/// Options of doc_store::make_inserter.
class inserter_options {
public:
    using durable_function = std::function<void(std::span<uuid_v7 const>)>;

    inserter_options() = default;

    /// Writes that may be on their way at once; one more waits. 1 to 1,048,576. Default: 1,024.
    inserter_options& in_flight(std::size_t count) noexcept {
        in_flight_ =
            count < 1 ? 1 : (count > (std::size_t{1} << 20) ? std::size_t{1} << 20 : count);
        return *this;
    }
    [[nodiscard]] std::size_t in_flight() const noexcept { return in_flight_; }

    /// Called with the ids that have just become durable, on the executor that the inserter was made
    /// with, one call at a time. It should not throw: what it throws leaves the executor's run().
    inserter_options& on_durable(durable_function function) {
        on_durable_ = std::move(function);
        return *this;
    }
    [[nodiscard]] durable_function const& on_durable() const noexcept { return on_durable_; }

private:
    std::size_t in_flight_ = 1024;
    durable_function on_durable_;
};

}  // namespace storh
