// index/index_check.hpp
//
// Compares the indexes of a collection with its records, a piece at a time, in bounded memory.
//
// Every record has to be found by its values and by no others, and every entry has to belong to a record
// that has its value. Who writes meanwhile is in nobody's way: what seems wrong is looked at again, and
// a record with a write under way may be found by the values before and after it.
//
// Threads: any; blocks.

#pragma once

#include <storh/uuid_v7.hpp>

#include "index/collection_index.hpp"
#include "index/index_reader.hpp"

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace storh::index {

class index_check {
public:
    /// Called with the record and a sentence.
    using fault_function = std::function<void(uuid_v7 const&, std::string const&)>;

    index_check(collection_index& of, fault_function on_fault)
        : of_(of), on_fault_(std::move(on_fault)) {}

    /// Records that there are, or were a moment ago.
    [[nodiscard]] boost::system::error_code check_records(std::span<uuid_v7 const> ids);

    /// The next piece of what the indexes hold; `is_left` when there is more.
    [[nodiscard]] boost::system::error_code check_entries(bool& is_left);

private:
    void check_record(uuid_v7 const& id);
    [[nodiscard]] std::string fault_of(index_reader& reader, uuid_v7 const& id);
    void check_rows(index_reader& reader, std::vector<uuid_v7>& suspects);
    void check_index(index_reader& reader);

    collection_index& of_;
    fault_function on_fault_;
    uuid_v7 after_row_;
    bool is_past_rows_ = false;
    bool is_at_end_ = false;
    std::uint64_t number_ = 0;  // of the index that is being walked through
    range_position at_;
};

}  // namespace storh::index
