// index/index_admin.hpp
//
// The list of a collection's indexes, and how it changes.
//
// An index is built while writes go on. It is defined first: from then on every write has values for it.
// Then every record that there is is entered, unless a write has done so in the meantime; whoever goes
// meanwhile leaves a tombstone, so that nothing that was read before is entered for it. Then it is ready.
// One that is built beside another takes its place at that moment.
//
// Threads: any; everything blocks. define() needs the collection's lock, and no generation of the store
// between its index transaction and its renames.

#pragma once

#include <storh/error.hpp>
#include <storh/index.hpp>
#include <storh/uuid_v7.hpp>

#include "index/collection_index.hpp"

#include <boost/json/object.hpp>
#include <boost/system/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace storh::index {

/// What the records that have been read have for the indexes that are being built.
struct record_values {
    record_values(uuid_v7 const& of, std::vector<std::optional<std::string>> found)
        : id(of), keys(std::move(found)) {}
    uuid_v7 id;
    std::vector<std::optional<std::string>> keys;  ///< one for each index
};

class index_admin {
public:
    explicit index_admin(collection_index& of) noexcept : of_(of) {}

    [[nodiscard]] boost::system::result<std::vector<index_status>> list();

    /// Defines an index, for this process to build. Empty afterwards when there is one already.
    /// errc::locked while somebody else builds it.
    [[nodiscard]] boost::system::error_code define(index_definition const& wanted);

    /// Defines every index anew, beside those there are.
    [[nodiscard]] boost::system::error_code define_again();

    /// What has been defined and is to be built.
    [[nodiscard]] std::vector<catalog_entry> const& building() const noexcept { return building_; }

    /// Takes what a document has for them.
    [[nodiscard]] record_values values_of(uuid_v7 const& id, json::object const& document) const;

    /// Enters records. errc::not_unique when two have a value of a unique index: `info` names both.
    [[nodiscard]] boost::system::error_code enter(std::vector<record_values> const& records,
                                                  error_info& info);

    /// They are built.
    [[nodiscard]] boost::system::error_code finish();

    /// They will not be.
    [[nodiscard]] boost::system::error_code abandon();

    /// Drops the index; `was_there` says whether there was one.
    [[nodiscard]] boost::system::error_code drop(index_definition const& unwanted, bool& was_there);

    /// Erases a part of what dropped indexes have left; `is_left` when there is more.
    [[nodiscard]] boost::system::error_code clear_dropped(bool& is_left);

private:
    /// Changes the catalog in a transaction.
    template <class Change>
    boost::system::error_code change_catalog(Change const& change);
    void enter_one(index_writer& to, catalog const& indexes, record_values const& record);
    bool check_unique(index_writer& to, catalog const& indexes, record_values const& record,
                      error_info& info);
    bool is_held(catalog const& indexes, uuid_v7 const& id, std::size_t which,
                 std::string const& key);
    [[nodiscard]] bool is_interrupted(catalog_entry const& one);

    collection_index& of_;
    std::vector<catalog_entry> building_;
};

}  // namespace storh::index
