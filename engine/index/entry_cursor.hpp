// index/entry_cursor.hpp
//
// Walks through the values of one index in order, forwards and backwards, into the spaces of long values
// and out again.
//
// Threads: those of the transaction.

#pragma once

#include "index/entry_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh::index {

class entry_cursor {
public:
    entry_cursor(MDB_txn* transaction, tables const& in, std::uint64_t number)
        : at_(transaction, in.entries), number_(number) {}

    /// The first value that is not below `value`, the last one, the last one below `value`. False when
    /// there is none; then only these may follow.
    bool seek(std::string_view value);
    bool seek_last();
    bool seek_below(std::string_view value);

    bool next();
    bool previous();

    [[nodiscard]] std::string value() const;

    /// How many ids the value has.
    [[nodiscard]] std::uint64_t count() const noexcept;

private:
    [[nodiscard]] std::uint64_t space() const noexcept {
        return steps_.empty() ? number_ : steps_.back().space;
    }
    [[nodiscard]] bool is_inside(int result) const noexcept {
        return result == 0 && space_of(at_.key) == space();
    }
    void follow_link();
    bool settle_forward(int result);
    bool settle_backward(int result);
    int last_of(std::uint64_t space);

    cursor at_;
    std::uint64_t number_;
    /// A link that was followed, and the space that it led to.
    struct step {
        step(std::string by, std::uint64_t to) : link(std::move(by)), space(to) {}
        std::string link;
        std::uint64_t space;
    };
    std::vector<step> steps_;  // to the space where the cursor is
};

}  // namespace storh::index
