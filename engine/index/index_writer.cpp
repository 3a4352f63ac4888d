#include "index/index_writer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace storh::index {
namespace {

constexpr std::string_view catalog_key = "catalog";

MDB_val val(std::string_view bytes) noexcept {
    return {bytes.size(), const_cast<char*>(bytes.data())};
}

std::string_view text_of(MDB_val const& value) noexcept {
    return {static_cast<char const*>(value.mv_data), value.mv_size};
}

std::string_view bytes_of(uuid_v7 const& id) noexcept {
    return {reinterpret_cast<char const*>(id.bytes()), 16};
}

/// The writer's name and the id behind it.
std::string pending_key(std::string_view writer, uuid_v7 const& id) {
    return std::string(writer) + '\0' + std::string(bytes_of(id));
}

}  // namespace

bool index_view::get(MDB_dbi table, std::string_view key, std::string_view& value) {
    MDB_val at = val(key);
    MDB_val found = {};
    int const result = mdb_get(transaction_, table, &at, &found);
    if (result == 0) value = text_of(found);
    if (result != 0 && result != MDB_NOTFOUND) note(result);
    return result == 0;
}

std::optional<catalog> index_view::read_catalog() {
    std::string_view bytes;
    if (!get(tables_.facts, catalog_key, bytes)) {
        return result_ == 0 ? std::optional(catalog()) : std::nullopt;
    }
    auto read = catalog::decode(bytes);
    if (!read) note(MDB_CORRUPTED);
    return read;
}

std::optional<record_row> index_view::row(uuid_v7 const& id) {
    std::string_view bytes;
    if (!get(tables_.rows, bytes_of(id), bytes)) return std::nullopt;
    auto read = record_row::decode(bytes);
    if (!read) note(MDB_CORRUPTED);
    return read;
}

bool index_view::is_tombstone(uuid_v7 const& id) {
    std::string_view bytes;
    return get(tables_.tombstones, bytes_of(id), bytes);
}

std::vector<pending_id> index_view::pending(pending_id const& after, std::size_t most) {
    std::vector<pending_id> found;
    std::string const from = pending_key(after.writer, after.id);
    cursor at(transaction_, tables_.pending);
    int result = at.seek(from);
    for (; result == 0 && found.size() < most; result = at.get(MDB_NEXT)) {
        std::string_view const key = text_of(at.key);
        if (key.size() < 17 || key == from) continue;
        MDB_val const id = val(key.substr(key.size() - 16));
        found.emplace_back(std::string(key.substr(0, key.size() - 17)), id_of(id));
    }
    if (result != MDB_NOTFOUND) note(result);
    return found;
}

std::vector<std::string> index_view::writers() {
    std::vector<std::string> found;
    cursor at(transaction_, tables_.pending);
    int result = at.get(MDB_FIRST);
    while (result == 0) {
        std::string_view const key = text_of(at.key);
        found.emplace_back(key.substr(0, key.find('\0')));
        // Past all of the writer's ids.
        result = at.seek(found.back() + '\1');
    }
    if (result != MDB_NOTFOUND) note(result);
    return found;
}

std::vector<uuid_v7> index_view::row_ids(uuid_v7 const& after, std::size_t most) {
    std::vector<uuid_v7> found;
    cursor at(transaction_, tables_.rows);
    int result = at.seek(bytes_of(after));
    for (; result == 0 && found.size() < most; result = at.get(MDB_NEXT)) {
        if (uuid_v7 const id = id_of(at.key); id != after) found.push_back(id);
    }
    if (result != MDB_NOTFOUND) note(result);
    return found;
}

void index_writer::change(uuid_v7 const& id, record_row const& before, record_row after) {
    auto const is_gone = [&](index_value const& one) {
        return catalog_.find(one.number) == nullptr;
    };
    after.forget(is_gone);
    std::vector<index_value> old = before.all_values();
    std::erase_if(old, is_gone);
    change_entries(id, old, after.all_values());
    if (!after.is_empty()) return put(tables_.rows, bytes_of(id), after.encode());
    erase(tables_.rows, bytes_of(id));
    // A build may have read the record before it went.
    if (catalog_.is_any_building()) put(tables_.tombstones, bytes_of(id), "x");
}

void index_writer::change_entries(uuid_v7 const& id, std::vector<index_value> const& before,
                                  std::vector<index_value> const& after) {
    std::vector<index_value> added;
    std::vector<index_value> removed;
    std::ranges::set_difference(after, before, std::back_inserter(added));
    std::ranges::set_difference(before, after, std::back_inserter(removed));
    for (index_value const& one : added) {
        if (result_ == 0) note(entries_.insert(one.number, one.key, id, *this));
    }
    for (index_value const& one : removed) {
        if (result_ == 0) note(entries_.erase(one.number, one.key, id));
    }
}

void index_writer::add_pending(std::string_view writer, uuid_v7 const& id) {
    put(tables_.pending, pending_key(writer, id), "x");
}

void index_writer::drop_pending(std::string_view writer, uuid_v7 const& id) {
    erase(tables_.pending, pending_key(writer, id));
}

void index_writer::write_catalog() {
    put(tables_.facts, catalog_key, catalog_.encode());
}

void index_writer::clear_tombstones() {
    note(mdb_drop(transaction_, tables_.tombstones, 0));
}

std::uint64_t index_writer::next_space() {
    std::uint64_t const given = catalog_.next_number++;
    write_catalog();
    return given;
}

void index_writer::put(MDB_dbi table, std::string_view key, std::string_view value) {
    if (result_ != 0) return;
    MDB_val at = val(key);
    MDB_val data = val(value);
    note(mdb_put(transaction_, table, &at, &data, 0));
}

void index_writer::erase(MDB_dbi table, std::string_view key) {
    if (result_ != 0) return;
    MDB_val at = val(key);
    int const result = mdb_del(transaction_, table, &at, nullptr);
    if (result != MDB_NOTFOUND) note(result);
}

}  // namespace storh::index
