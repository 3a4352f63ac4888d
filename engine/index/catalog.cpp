#include "index/catalog.hpp"

#include "index/bytes.hpp"
#include "index/value_key.hpp"

#include <algorithm>
#include <utility>

namespace storh::index {
namespace {

void append_entry(std::string& to, catalog_entry const& entry) {
    append_number(to, entry.number);
    append_number(to, entry.since);
    append_number(to, entry.replaces);
    append_text(to, entry.builder);
    unsigned const flags =
        (entry.definition.is_unique() ? 1U : 0U) | (entry.definition.is_range() ? 2U : 0U);
    append_number(to, flags, 1);
    append_number(to, entry.definition.fields().size(), 1);
    for (std::string const& field : entry.definition.fields()) append_text(to, field);
}

std::optional<catalog_entry> read_entry(bytes_reader& from) {
    catalog_entry entry(from.number(), index_definition(std::string()));
    entry.since = from.number();
    entry.replaces = from.number();
    entry.builder = from.text();
    std::uint64_t const flags = from.number(1);
    std::uint64_t const count = from.number(1);
    std::string first(from.text());
    if (count == 2) {
        std::string second(from.text());
        if (from.has_failed() || first == second || flags != 0) return std::nullopt;
        entry.definition = index_definition(std::move(first), std::move(second));
    } else {
        entry.definition = index_definition(std::move(first));
        entry.definition.unique((flags & 1) != 0).range((flags & 2) != 0);
    }
    if (from.has_failed() || count < 1 || count > 2) return std::nullopt;
    return entry;
}

}  // namespace

std::string catalog::encode() const {
    std::string bytes;
    append_number(bytes, version);
    append_number(bytes, next_number);
    append_number(bytes, entries.size(), 4);
    for (catalog_entry const& entry : entries) append_entry(bytes, entry);
    append_number(bytes, dropped.size(), 4);
    for (std::uint64_t const number : dropped) append_number(bytes, number);
    return bytes;
}

std::optional<catalog> catalog::decode(std::string_view bytes) {
    bytes_reader from(bytes);
    catalog read;
    read.version = from.number();
    read.next_number = from.number();
    for (std::uint64_t left = from.number(4); left > 0 && !from.has_failed(); --left) {
        auto entry = read_entry(from);
        if (!entry) return std::nullopt;
        read.entries.push_back(std::move(*entry));
    }
    for (std::uint64_t left = from.number(4); left > 0 && !from.has_failed(); --left) {
        read.dropped.push_back(from.number());
    }
    if (from.has_failed() || !from.is_at_end()) return std::nullopt;
    return read;
}

catalog_entry const* catalog::find(std::uint64_t number) const noexcept {
    auto const found = std::ranges::find(entries, number, &catalog_entry::number);
    return found == entries.end() ? nullptr : &*found;
}

catalog_entry* catalog::find(std::uint64_t number) noexcept {
    return const_cast<catalog_entry*>(std::as_const(*this).find(number));
}

catalog_entry* catalog::find(index_definition const& what) noexcept {
    for (catalog_entry& entry : entries) {
        if (entry.replaces == 0 && entry.definition.is_same(what)) return &entry;
    }
    return nullptr;
}

bool catalog::is_any_building() const noexcept {
    return std::ranges::any_of(entries, [](catalog_entry const& one) { return !one.is_ready(); });
}

catalog_entry& catalog::define(index_definition what, std::string builder, std::uint64_t replaces) {
    catalog_entry& made = entries.emplace_back(next_number++, std::move(what));
    made.since = ++version;
    made.replaces = replaces;
    made.builder = std::move(builder);
    return made;
}

void catalog::finish(std::uint64_t number) {
    catalog_entry* const built = find(number);
    if (built == nullptr) return;
    built->builder.clear();
    std::uint64_t const replaced = std::exchange(built->replaces, 0);
    ++version;
    if (replaced != 0) drop(replaced);
}

void catalog::drop(std::uint64_t number) {
    if (std::erase_if(entries, [&](auto const& one) { return one.number == number; }) == 0) return;
    dropped.push_back(number);
    ++version;
}

record_state catalog::values_of(json::object const& document) const {
    record_state state;
    state.version = version;
    for (catalog_entry const& one : entries) {
        if (auto value = value_for(one.definition, document)) {
            state.values.emplace_back(one.number, std::move(*value));
        }
    }
    return state;
}

std::optional<std::string> value_for(index_definition const& index, json::object const& document) {
    auto const& fields = index.fields();
    json::value const* const first = document.if_contains(fields.front());
    if (first == nullptr) return std::nullopt;
    if (fields.size() == 1) return key_of(*first);
    json::value const* const second = document.if_contains(fields.back());
    if (second == nullptr) return std::nullopt;
    return pair_key(key_of(*first), key_of(*second));
}

}  // namespace storh::index
