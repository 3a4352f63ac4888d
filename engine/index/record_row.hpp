// index/record_row.hpp
//
// What the indexes hold for one record: the values of its file as it was when its last write was known
// to be durable, and those of every write since, of which nobody knows yet what has become of it.
//
// Guarantees: the indexes have an entry for each value of each of these states. So whichever of them
// the file is in, also after a crash, it is found; who looks at the record sees which. And what a write
// gives up is not free before that write is durable.
//
// Pure. Threads: a value.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace storh::index {

/// A value in the index of that number.
struct index_value {
    index_value(std::uint64_t in, std::string what) : number(in), key(std::move(what)) {}
    friend auto operator<=>(index_value const&, index_value const&) = default;

    std::uint64_t number;
    std::string key;
};

/// The values of one version of a record; none for one that is not there.
struct record_state {
    record_state() = default;
    std::uint64_t version = 0;  ///< of the catalog by which they were taken
    std::vector<index_value> values;
};

/// Names one write: its writer's tag, and a number that the writer does not give twice.
struct write_ticket {
    write_ticket(std::uint32_t of, std::uint64_t given) noexcept : writer(of), number(given) {}
    friend bool operator==(write_ticket const&, write_ticket const&) = default;

    std::uint32_t writer;
    std::uint64_t number;
};

class record_row {
public:
    struct pending_write {
        pending_write(write_ticket of, record_state becomes)
            : ticket(of), state(std::move(becomes)) {}
        write_ticket ticket;
        record_state state;
    };

    record_row() = default;

    [[nodiscard]] std::string encode() const;
    [[nodiscard]] static std::optional<record_row> decode(std::string_view bytes);

    [[nodiscard]] record_state const& base() const noexcept { return base_; }
    [[nodiscard]] std::vector<pending_write> const& pending() const noexcept { return pending_; }
    [[nodiscard]] bool has_pending_of(std::uint32_t writer) const noexcept;

    /// Whether there is nothing to keep.
    [[nodiscard]] bool is_empty() const noexcept {
        return base_.values.empty() && pending_.empty();
    }

    /// Every value of every state, sorted, each once.
    [[nodiscard]] std::vector<index_value> all_values() const;

    /// A write is about to be carried out.
    void begin(write_ticket ticket, record_state becomes);

    /// It is durable, and what was before it is past; or it has not taken place.
    void settle(write_ticket ticket, bool is_applied);

    /// The file has been looked at for want of a writer who would settle what it began.
    void resolve(std::uint32_t writer, record_state actual);

    /// A build has found that the file has this value for the index that exists since that version:
    /// it is entered into the states that know nothing of the index.
    void enter(std::uint64_t number, std::uint64_t since, std::optional<std::string> const& key);

    /// Forgets the values for which `is_gone` says that their index is.
    template <class Predicate>
    void forget(Predicate const& is_gone) {
        std::erase_if(base_.values, is_gone);
        for (pending_write& one : pending_) std::erase_if(one.state.values, is_gone);
    }

private:
    record_state base_;
    std::vector<pending_write> pending_;  // in the order of the writes
};

}  // namespace storh::index
