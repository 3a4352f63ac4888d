#include "index/index_check.hpp"

#include "index/record_source.hpp"
#include "index/value_key.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace storh::index {
namespace {

namespace sys = boost::system;

constexpr std::size_t piece = 1024;

/// How often something is looked at that seems wrong, and how long a writer has in between.
constexpr int looks_max = 6;
constexpr std::chrono::milliseconds between_looks{5};

/// The values for these indexes.
std::vector<index_value> values_for(std::vector<catalog_entry> const& indexes,
                                    std::vector<index_value> all) {
    std::erase_if(all, [&](index_value const& one) {
        return std::ranges::find(indexes, one.number, &catalog_entry::number) == indexes.end();
    });
    std::ranges::sort(all);
    return all;
}

}  // namespace

/// What is wrong with the entries of one record; empty when nothing is.
std::string index_check::fault_of(index_reader& reader, uuid_v7 const& id) {
    catalog indexes;
    indexes.entries = reader.indexes();
    record_row const row = reader.view().row(id).value_or(record_row());
    auto const actual = read_values(of_.files(), indexes, id);
    // A record that cannot be read is a finding of its own.
    if (!actual) return {};
    auto const wanted = values_for(reader.indexes(), actual->values);
    auto const held = values_for(reader.indexes(), row.all_values());
    if (!std::ranges::includes(held, wanted)) return "an index does not know a value of it";
    if (row.pending().empty() && held != wanted) return "an index has a value that it has not";
    bool const has_all = std::ranges::all_of(
        held, [&](index_value const& one) { return reader.contains(one.number, one.key, id); });
    return has_all ? std::string() : "an entry of it is missing in an index";
}

void index_check::check_record(uuid_v7 const& id) {
    std::string fault;
    for (int look = 0; look < looks_max; ++look) {
        if (look > 0) std::this_thread::sleep_for(between_looks);
        auto reader = index_reader::open(of_);
        if (!reader || !*reader) return;
        fault = fault_of(**reader, id);
        if (fault.empty()) return;
    }
    on_fault_(id, fault);
}

sys::error_code index_check::check_records(std::span<uuid_v7 const> ids) {
    std::vector<uuid_v7> suspects;
    {
        auto reader = index_reader::open(of_);
        if (!reader) return reader.error();
        if (!*reader || (*reader)->indexes().empty()) return {};
        for (uuid_v7 const& id : ids) {
            if (!fault_of(**reader, id).empty()) suspects.push_back(id);
        }
    }
    for (uuid_v7 const& id : suspects) check_record(id);
    return {};
}

sys::error_code index_check::check_entries(bool& is_left) {
    is_left = false;
    std::vector<uuid_v7> suspects;
    {
        auto reader = index_reader::open(of_);
        if (!reader) return reader.error();
        if (!*reader || (*reader)->indexes().empty()) return {};
        is_past_rows_ ? check_index(**reader) : check_rows(**reader, suspects);
        is_left = !is_at_end_;
    }
    for (uuid_v7 const& id : suspects) check_record(id);
    return {};
}

/// Rows of records that are gone are found by no walk through the records.
void index_check::check_rows(index_reader& reader, std::vector<uuid_v7>& suspects) {
    auto const ids = reader.view().row_ids(after_row_, piece);
    for (uuid_v7 const& id : ids) {
        if (!fault_of(reader, id).empty()) suspects.push_back(id);
    }
    is_past_rows_ = ids.empty();
    if (!ids.empty()) after_row_ = ids.back();
}

/// Entries of which no row knows.
void index_check::check_index(index_reader& reader) {
    auto const& indexes = reader.indexes();
    auto current = std::ranges::lower_bound(indexes, number_, {}, &catalog_entry::number);
    is_at_end_ = current == indexes.end();
    if (is_at_end_) return;
    if (current->number != number_) at_ = range_position();
    number_ = current->number;
    auto const found = reader.next(number_, value_range(), at_, piece);
    if (found.empty()) {
        ++number_;
        at_ = range_position();
    }
    for (found_id const& one : found) {
        record_row const row = reader.view().row(one.id).value_or(record_row());
        bool const is_known = std::ranges::any_of(row.all_values(), [&](index_value const& value) {
            return value.number == number_ && rank_of(value.key) == one.rank;
        });
        if (!is_known) on_fault_(one.id, "an index has an entry of which nothing is known");
    }
}

}  // namespace storh::index
