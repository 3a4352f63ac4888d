#include "index/index_admin.hpp"

#include "index/record_source.hpp"
#include "index/value_key.hpp"

#include <algorithm>

namespace storh::index {
namespace {

namespace sys = boost::system;

/// So many keys of a dropped index go in one transaction.
constexpr std::size_t clear_piece = 4096;

/// LMDB's numbers are below zero or the system's: this is a body's own reason to end.
constexpr int refused = -2;

sys::error_code no_index() noexcept {
    return errc::damaged_index;
}

}  // namespace

template <class Change>
sys::error_code index_admin::change_catalog(Change const& change) {
    auto const env = of_.find_environment();
    if (!env) return env.error();
    if (*env == nullptr) return no_index();
    catalog indexes;
    sys::error_code refusal;
    sys::error_code const error = (*env)->write([&](MDB_txn* transaction) {
        index_writer to(transaction, (*env)->in(), indexes);
        auto read = to.read_catalog();
        if (!read) return to.result();
        indexes = std::move(*read);
        refusal = change(to, indexes);
        if (refusal) return refused;
        to.write_catalog();
        return to.result();
    });
    if (refusal) return refusal;
    if (!error) of_.know(indexes);
    return error;
}

bool index_admin::is_interrupted(catalog_entry const& one) {
    return !one.is_ready() && !of_.is_alive(one.builder);
}

sys::result<std::vector<index_status>> index_admin::list() {
    std::vector<index_status> listed;
    auto const env = of_.find_environment();
    if (!env) return env.error();
    if (*env == nullptr) return listed;
    read_transaction view(*env);
    if (view.result() != 0) return error_of(view.result());
    index_view from(view.get(), view.in());
    auto const indexes = from.read_catalog();
    if (!indexes) return error_of(from.result());
    for (catalog_entry const& one : indexes->entries) {
        if (one.replaces != 0) continue;
        index_state const state = one.is_ready()        ? index_state::ready
                                  : is_interrupted(one) ? index_state::interrupted
                                                        : index_state::building;
        listed.emplace_back(one.definition, state);
    }
    return listed;
}

sys::error_code index_admin::define(index_definition const& wanted) {
    if (auto const made = of_.make_environment(); !made) return made.error();
    std::string const& builder = of_.files().writer_name();
    return change_catalog([&](index_writer&, catalog& indexes) -> sys::error_code {
        building_.clear();
        if (catalog_entry* const known = indexes.find(wanted)) {
            if (known->is_ready()) {
                known->definition.range(wanted.fields().size() == 1 && wanted.is_range());
                ++indexes.version;
                return {};
            }
            if (!is_interrupted(*known)) return errc::locked;
            indexes.drop(known->number);
        }
        building_.push_back(indexes.define(wanted, builder));
        return {};
    });
}

sys::error_code index_admin::define_again() {
    building_.clear();
    auto const env = of_.find_environment();
    if (!env) return env.error();
    // No index is soon built.
    if (*env == nullptr) return {};
    std::string const& builder = of_.files().writer_name();
    return change_catalog([&](index_writer&, catalog& indexes) -> sys::error_code {
        building_.clear();
        std::vector<catalog_entry> const before = indexes.entries;
        for (catalog_entry const& one : before) {
            if (!one.is_ready() && !is_interrupted(one)) return errc::locked;
            if (!one.is_ready()) indexes.drop(one.number);
            if (one.replaces != 0) continue;
            building_.push_back(
                indexes.define(one.definition, builder, one.is_ready() ? one.number : 0));
        }
        return {};
    });
}

record_values index_admin::values_of(uuid_v7 const& id, json::object const& document) const {
    std::vector<std::optional<std::string>> keys;
    for (catalog_entry const& one : building_) {
        keys.push_back(value_for(one.definition, document));
    }
    return record_values(id, std::move(keys));
}

sys::error_code index_admin::enter(std::vector<record_values> const& records, error_info& info) {
    auto const env = of_.find_environment();
    if (!env) return env.error();
    if (*env == nullptr) return no_index();
    bool is_refused = false;
    sys::error_code const error = (*env)->write([&](MDB_txn* transaction) {
        is_refused = false;
        catalog indexes;
        index_writer to(transaction, (*env)->in(), indexes);
        auto read = to.read_catalog();
        if (!read) return to.result();
        indexes = std::move(*read);
        for (record_values const& one : records) {
            is_refused = !check_unique(to, indexes, one, info);
            if (is_refused) return refused;
            enter_one(to, indexes, one);
        }
        return to.result();
    });
    return is_refused ? make_error_code(errc::not_unique) : error;
}

void index_admin::enter_one(index_writer& to, catalog const& indexes, record_values const& record) {
    auto known = to.row(record.id);
    if (!known && to.is_tombstone(record.id)) return;
    record_row const before = known ? std::move(*known) : record_row();
    record_row after = before;
    for (std::size_t which = 0; which < building_.size(); ++which) {
        catalog_entry const& index = building_[which];
        // Somebody may have dropped it.
        if (indexes.find(index.number) == nullptr) continue;
        after.enter(index.number, index.since, record.keys[which]);
    }
    if (!after.is_empty()) to.change(record.id, before, std::move(after));
}

bool index_admin::check_unique(index_writer& to, catalog const& indexes,
                               record_values const& record, error_info& info) {
    for (std::size_t which = 0; which < building_.size(); ++which) {
        auto const& key = record.keys[which];
        if (!building_[which].definition.is_unique() || !key || !is_exact(*key)) continue;
        for (uuid_v7 const& other :
             to.entries().ids(building_[which].number, *key, uuid_v7(), 64)) {
            // Each is looked at as it is now: a write may be about to change it.
            if (other == record.id || !is_held(indexes, other, which, *key) ||
                !is_held(indexes, record.id, which, *key)) {
                continue;
            }
            info.set_field(building_[which].definition.fields().front());
            info.set_id(other);
            info.set_detail("the records " + other.to_string() + " and " + record.id.to_string() +
                            " have the same value, so that the field is not unique");
            return false;
        }
    }
    return true;
}

bool index_admin::is_held(catalog const& indexes, uuid_v7 const& id, std::size_t which,
                          std::string const& key) {
    auto const actual = read_values(of_.files(), indexes, id);
    if (!actual) return false;
    return std::ranges::any_of(actual->values, [&](index_value const& one) {
        return one.number == building_[which].number && one.key == key;
    });
}

sys::error_code index_admin::finish() {
    return change_catalog([&](index_writer& to, catalog& indexes) -> sys::error_code {
        for (catalog_entry const& one : building_) indexes.finish(one.number);
        if (!indexes.is_any_building()) to.clear_tombstones();
        return {};
    });
}

sys::error_code index_admin::abandon() {
    return change_catalog([&](index_writer& to, catalog& indexes) -> sys::error_code {
        for (catalog_entry const& one : building_) indexes.drop(one.number);
        if (!indexes.is_any_building()) to.clear_tombstones();
        return {};
    });
}

sys::error_code index_admin::drop(index_definition const& unwanted, bool& was_there) {
    was_there = false;
    auto const env = of_.find_environment();
    if (!env) return env.error();
    if (*env == nullptr) return {};
    return change_catalog([&](index_writer&, catalog& indexes) -> sys::error_code {
        catalog_entry const* const known = indexes.find(unwanted);
        was_there = known != nullptr;
        if (!was_there) return {};
        std::uint64_t const number = known->number;
        // What is built in its place goes with it.
        std::vector<catalog_entry> const before = indexes.entries;
        for (catalog_entry const& one : before) {
            if (one.number == number || one.replaces == number) indexes.drop(one.number);
        }
        return {};
    });
}

sys::error_code index_admin::clear_dropped(bool& is_left) {
    is_left = false;
    auto const env = of_.find_environment();
    if (!env) return env.error();
    if (*env == nullptr) return {};
    return change_catalog([&](index_writer& to, catalog& indexes) -> sys::error_code {
        is_left = !indexes.dropped.empty();
        if (!is_left) return {};
        bool has_more = false;
        int const result = to.entries().clear(indexes.dropped.back(), clear_piece, has_more);
        if (result != 0) return error_of(result);
        if (!has_more) indexes.dropped.pop_back();
        is_left = has_more || !indexes.dropped.empty();
        return {};
    });
}

}  // namespace storh::index
