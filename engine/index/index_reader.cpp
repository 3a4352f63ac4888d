#include "index/index_reader.hpp"

#include "index/value_key.hpp"

#include <algorithm>

namespace storh::index {
namespace {

namespace sys = boost::system;

bool is_number(std::string_view key) noexcept {
    return key.front() == static_cast<char>(value_class::number);
}

/// All keys of a rank, of which there are two for a number.
std::vector<std::string> keys_of(std::string const& rank) {
    if (!is_number(rank)) return {rank};
    return {rank + '\0', rank + '\1'};
}

/// Ids in order, of the keys together.
std::vector<uuid_v7> merged(std::vector<std::vector<uuid_v7>> const& lists) {
    std::vector<uuid_v7> all = lists.front();
    for (std::size_t which = 1; which < lists.size(); ++which) {
        all.insert(all.end(), lists[which].begin(), lists[which].end());
    }
    std::ranges::sort(all);
    return all;
}

}  // namespace

sys::result<std::optional<index_reader>> index_reader::open(collection_index& of) {
    auto env = of.find_environment();
    if (!env) return env.error();
    if (*env == nullptr) return std::optional<index_reader>();
    read_transaction transaction(std::move(*env));
    if (transaction.result() != 0) return error_of(transaction.result());
    std::optional<index_reader> made(index_reader(std::move(transaction)));
    auto indexes = made->view_.read_catalog();
    if (!indexes) return error_of(made->view_.result());
    for (catalog_entry& one : indexes->entries) {
        if (one.is_ready()) made->ready_.push_back(std::move(one));
    }
    return made;
}

std::uint64_t index_reader::count(std::uint64_t number, std::string_view key) {
    return view_.entries().count(number, key);
}

bool index_reader::contains(std::uint64_t number, std::string_view key, uuid_v7 const& id) {
    return view_.entries().contains(number, key, id);
}

std::vector<uuid_v7> index_reader::ids(std::uint64_t number, std::string_view key,
                                       uuid_v7 const& after, std::size_t most) {
    return view_.entries().ids(number, key, after, most);
}

bool index_reader::advance(entry_cursor& cursor, value_range const& range, range_position& at) {
    bool is_found = false;
    if (range.is_descending) {
        if (at.has_begun) {
            is_found = cursor.seek_below(at.rank);
        } else {
            is_found = range.high ? cursor.seek_below(*range.high) : cursor.seek_last();
        }
    } else {
        is_found = cursor.seek(at.has_begun ? behind_rank(at.rank) : range.low.value_or(""));
    }
    at.has_begun = true;
    at.is_at_end = true;
    if (!is_found) return false;
    std::string const value = cursor.value();
    if (range.is_descending ? range.low && value < *range.low
                            : range.high && value >= *range.high) {
        return false;
    }
    at.is_at_end = false;
    at.rank = rank_of(value);
    at.after = uuid_v7();
    return true;
}

void index_reader::append_ids(std::uint64_t number, range_position& at, std::size_t most,
                              std::vector<found_id>& found) {
    std::vector<std::string> const keys = keys_of(at.rank);
    std::vector<std::vector<uuid_v7>> lists;
    for (std::string const& key : keys) lists.push_back(ids(number, key, at.after, most));
    std::vector<uuid_v7> all = merged(lists);
    if (all.size() > most) all.resize(most);
    for (uuid_v7 const& id : all) {
        // Under a write that makes one of the other, a record may have both keys of a rank.
        if (!found.empty() && found.back().id == id && at.after == id) continue;
        found.emplace_back(id, at.rank);
        at.after = id;
    }
}

std::vector<found_id> index_reader::next(std::uint64_t number, value_range const& range,
                                         range_position& at, std::size_t most) {
    std::vector<found_id> found;
    entry_cursor cursor(transaction_.get(), transaction_.in(), number);
    while (!at.is_at_end && found.size() < most) {
        std::size_t const before = found.size();
        if (at.has_begun) append_ids(number, at, most - before, found);
        if (found.size() == before) (void)advance(cursor, range, at);
    }
    return found;
}

range_estimate index_reader::estimate(std::uint64_t number, value_range const& range,
                                      std::size_t values_max) {
    range_estimate seen;
    entry_cursor cursor(transaction_.get(), transaction_.in(), number);
    bool is_found = cursor.seek(range.low.value_or(""));
    for (; is_found && values_max > 0; is_found = cursor.next(), --values_max) {
        if (range.high && cursor.value() >= *range.high) return seen;
        seen.count += cursor.count();
    }
    seen.is_exact = !is_found;
    return seen;
}

std::vector<uuid_v7> index_reader::unsettled(std::size_t most) {
    std::vector<uuid_v7> ids;
    for (pending_id const& one : view_.pending(pending_id(std::string(), uuid_v7()), most)) {
        ids.push_back(one.id);
    }
    return ids;
}

}  // namespace storh::index
