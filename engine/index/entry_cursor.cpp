#include "index/entry_cursor.hpp"

namespace storh::index {
namespace {

std::string_view text_of(MDB_val const& value) noexcept {
    return {static_cast<char const*>(value.mv_data), value.mv_size};
}

}  // namespace

bool entry_cursor::seek(std::string_view value) {
    steps_.clear();
    for (; value.size() > entry_table::piece_bytes; value.remove_prefix(entry_table::piece_bytes)) {
        std::string const link = link_key(space(), value.substr(0, entry_table::piece_bytes));
        int const result = at_.seek(link);
        if (result != 0 || text_of(at_.key) != link) return settle_forward(result);
        follow_link();
    }
    return settle_forward(at_.seek(entry_key(space(), value)));
}

bool entry_cursor::seek_last() {
    steps_.clear();
    return settle_backward(last_of(number_));
}

bool entry_cursor::seek_below(std::string_view value) {
    return seek(value) ? previous() : seek_last();
}

bool entry_cursor::next() {
    return settle_forward(at_.get(MDB_NEXT_NODUP));
}

bool entry_cursor::previous() {
    return settle_backward(at_.get(MDB_PREV_NODUP));
}

void entry_cursor::follow_link() {
    steps_.emplace_back(std::string(text_of(at_.key)), target_of(at_.value));
}

/// From where the cursor is, to a value: into what a link leads to, and out of a space that has ended.
bool entry_cursor::settle_forward(int result) {
    for (;;) {
        if (is_inside(result)) {
            if (!is_link(at_.key)) return true;
            follow_link();
            result = at_.seek(entry_key(space(), {}));
        } else {
            if (steps_.empty()) return false;
            std::string const link = std::move(steps_.back().link);
            steps_.pop_back();
            result = at_.seek(link);
            if (result == 0) result = at_.get(MDB_NEXT_NODUP);
        }
    }
}

bool entry_cursor::settle_backward(int result) {
    for (;;) {
        if (is_inside(result)) {
            if (!is_link(at_.key)) return true;
            follow_link();
            result = last_of(space());
        } else {
            if (steps_.empty()) return false;
            std::string const link = std::move(steps_.back().link);
            steps_.pop_back();
            result = at_.seek(link);
            if (result == 0) result = at_.get(MDB_PREV_NODUP);
        }
    }
}

int entry_cursor::last_of(std::uint64_t space) {
    int const result = at_.seek(entry_key(space + 1, {}));
    return at_.get(result == 0 ? MDB_PREV_NODUP : MDB_LAST);
}

std::string entry_cursor::value() const {
    std::string whole;
    for (step const& one : steps_) {
        MDB_val const link = {one.link.size(), const_cast<char*>(one.link.data())};
        whole.append(piece_of(link));
    }
    return whole.append(piece_of(at_.key));
}

std::uint64_t entry_cursor::count() const noexcept {
    std::size_t count = 0;
    (void)mdb_cursor_count(at_.handle(), &count);
    return count;
}

}  // namespace storh::index
