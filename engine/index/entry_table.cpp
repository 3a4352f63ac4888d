#include "index/entry_table.hpp"

#include "index/bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace storh::index {
namespace {

constexpr std::size_t space_bytes = 8;
constexpr std::size_t link_key_bytes = space_bytes + entry_table::piece_bytes + 1;
constexpr std::size_t id_bytes = 16;

MDB_val val(std::string_view bytes) noexcept {
    return {bytes.size(), const_cast<char*>(bytes.data())};
}

MDB_val val(uuid_v7 const& id) noexcept {
    return {id_bytes, const_cast<std::uint8_t*>(id.bytes())};
}

/// The value of a link, as long as an id, because all values of the table are.
std::string link_value(std::uint64_t space) {
    std::string bytes;
    append_number(bytes, space);
    bytes.resize(id_bytes);
    return bytes;
}

}  // namespace

std::string entry_key(std::uint64_t space, std::string_view piece) {
    std::string key;
    key.reserve(link_key_bytes);
    append_number(key, space);
    key.append(piece);
    return key;
}

std::string link_key(std::uint64_t space, std::string_view full_piece) {
    std::string key = entry_key(space, full_piece);
    key.push_back('\1');
    return key;
}

bool is_link(MDB_val const& key) noexcept {
    return key.mv_size == link_key_bytes;
}

std::uint64_t space_of(MDB_val const& key) noexcept {
    return bytes_reader({static_cast<char const*>(key.mv_data), key.mv_size}).number();
}

std::string_view piece_of(MDB_val const& key) noexcept {
    std::size_t const size = std::min(key.mv_size - space_bytes, entry_table::piece_bytes);
    return {static_cast<char const*>(key.mv_data) + space_bytes, size};
}

std::uint64_t target_of(MDB_val const& link_value) noexcept {
    return space_of(link_value);
}

uuid_v7 id_of(MDB_val const& value) noexcept {
    std::array<std::uint8_t, id_bytes> bytes = {};
    std::memcpy(bytes.data(), value.mv_data, std::min(value.mv_size, bytes.size()));
    return std::bit_cast<uuid_v7>(bytes);
}

int entry_table::insert(std::uint64_t number, std::string_view value, uuid_v7 const& id,
                        space_source& spaces) {
    std::uint64_t space = number;
    for (; value.size() > piece_bytes; value.remove_prefix(piece_bytes)) {
        std::string const link = link_key(space, value.substr(0, piece_bytes));
        auto next = space_behind(link);
        if (!next) {
            next = spaces.next_space();
            std::string const target = link_value(*next);
            MDB_val key = val(link);
            MDB_val data = val(target);
            if (int const result = mdb_put(transaction_, table_, &key, &data, 0)) return result;
        }
        space = *next;
    }
    std::string const text = entry_key(space, value);
    MDB_val key = val(text);
    MDB_val data = val(id);
    int const result = mdb_put(transaction_, table_, &key, &data, MDB_NODUPDATA);
    return result == MDB_KEYEXIST ? 0 : result;
}

int entry_table::erase(std::uint64_t number, std::string_view value, uuid_v7 const& id) {
    std::vector<std::string> links;
    std::uint64_t space = number;
    for (; value.size() > piece_bytes; value.remove_prefix(piece_bytes)) {
        links.push_back(link_key(space, value.substr(0, piece_bytes)));
        auto const next = space_behind(links.back());
        if (!next) return 0;
        space = *next;
    }
    std::string const text = entry_key(space, value);
    MDB_val key = val(text);
    MDB_val data = val(id);
    int result = mdb_del(transaction_, table_, &key, &data);
    for (; result == 0 && !links.empty() && is_empty_space(space); links.pop_back()) {
        space = bytes_reader(links.back()).number();
        key = val(links.back());
        result = mdb_del(transaction_, table_, &key, nullptr);
    }
    return result == MDB_NOTFOUND ? 0 : result;
}

std::optional<std::string> entry_table::find(std::uint64_t number, std::string_view value) const {
    std::uint64_t space = number;
    for (; value.size() > piece_bytes; value.remove_prefix(piece_bytes)) {
        auto const next = space_behind(link_key(space, value.substr(0, piece_bytes)));
        if (!next) return std::nullopt;
        space = *next;
    }
    std::string text = entry_key(space, value);
    MDB_val key = val(text);
    MDB_val data = {};
    if (mdb_get(transaction_, table_, &key, &data) != 0) return std::nullopt;
    return text;
}

bool entry_table::contains(std::uint64_t number, std::string_view value, uuid_v7 const& id) const {
    auto const text = find(number, value);
    if (!text) return false;
    cursor at(transaction_, table_);
    at.key = val(*text);
    at.value = val(id);
    return at.get(MDB_GET_BOTH) == 0;
}

std::uint64_t entry_table::count(std::uint64_t number, std::string_view value) const {
    auto const text = find(number, value);
    if (!text) return 0;
    cursor at(transaction_, table_);
    std::size_t count = 0;
    if (at.seek(*text) == 0) (void)mdb_cursor_count(at.handle(), &count);
    return count;
}

std::vector<uuid_v7> entry_table::ids(std::uint64_t number, std::string_view value,
                                      uuid_v7 const& after, std::size_t most) const {
    std::vector<uuid_v7> found;
    auto const text = find(number, value);
    if (!text) return found;
    cursor at(transaction_, table_);
    at.key = val(*text);
    at.value = val(after);
    int result = at.get(MDB_GET_BOTH_RANGE);
    if (result == 0 && id_of(at.value) == after) result = at.get(MDB_NEXT_DUP);
    for (; result == 0 && found.size() < most; result = at.get(MDB_NEXT_DUP)) {
        found.push_back(id_of(at.value));
    }
    return found;
}

int entry_table::clear(std::uint64_t number, std::size_t most, bool& left) {
    int const result = clear_space(number, most);
    left = most == 0;
    return result;
}

int entry_table::clear_space(std::uint64_t space, std::size_t& most) {
    std::string const begin = entry_key(space, {});
    while (most > 0) {
        std::uint64_t behind = 0;
        bool has_more_behind = false;
        {
            cursor at(transaction_, table_);
            int result = at.seek(begin);
            if (result == MDB_NOTFOUND || (result == 0 && space_of(at.key) != space)) return 0;
            if (result != 0) return result;
            has_more_behind = is_link(at.key);
            if (has_more_behind) behind = target_of(at.value);
            if (!has_more_behind && (result = mdb_cursor_del(at.handle(), MDB_NODUPDATA)) != 0) {
                return result;
            }
        }
        --most;
        if (!has_more_behind) continue;
        if (int const result = clear_space(behind, most)) return result;
        if (!is_empty_space(behind)) return 0;
        cursor link(transaction_, table_);
        int result = link.seek(begin);
        if (result == 0) result = mdb_cursor_del(link.handle(), 0);
        if (result != 0) return result;
    }
    return 0;
}

bool entry_table::is_empty_space(std::uint64_t space) const {
    cursor at(transaction_, table_);
    return at.seek(entry_key(space, {})) != 0 || space_of(at.key) != space;
}

std::optional<std::uint64_t> entry_table::space_behind(std::string const& key) const {
    MDB_val link = val(key);
    MDB_val target = {};
    if (mdb_get(transaction_, table_, &link, &target) != 0) return std::nullopt;
    return target_of(target);
}

}  // namespace storh::index
