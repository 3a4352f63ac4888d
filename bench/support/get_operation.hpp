// bench/support/get_operation.hpp
//
// Reading records that are there, for a closed loop: one by one or many in a call.

#pragma once

#include "support/closed_loop.hpp"

#include <storh/doc_store.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace storh::bench {

inline void require(std::optional<record> const& found) {
    if (!found) throw std::runtime_error("a record that was stored is missing");
}

class get_operation {
public:
    /// `ids` must outlive the loop.
    get_operation(doc_store store, std::vector<uuid_v7> const& ids)
        : store_(std::move(store)), ids_(ids) {}

    auto prepare(std::size_t index) { return store_.get(ids_[index]); }

    void accept(std::size_t /*index*/, std::optional<record> const& found) const { require(found); }

private:
    doc_store store_;
    std::vector<uuid_v7> const& ids_;
};

class get_many_operation {
public:
    /// Records of one call. Few enough that results do not fill memory, enough that the end of a
    /// call, when fewer are in flight, does not count.
    static constexpr std::size_t call_records = 5'000;

    /// `ids` must outlive the loop.
    get_many_operation(doc_store store, std::vector<uuid_v7> const& ids, std::size_t in_flight)
        : store_(std::move(store)), ids_(ids), in_flight_(static_cast<unsigned>(in_flight)) {}

    [[nodiscard]] std::size_t calls() const noexcept {
        return (ids_.size() + call_records - 1) / call_records;
    }

    auto prepare(std::size_t call) {
        auto const at = [&](std::size_t index) {
            return ids_.begin() + static_cast<std::ptrdiff_t>(std::min(index, ids_.size()));
        };
        std::vector<uuid_v7> part(at(call * call_records), at((call + 1) * call_records));
        return store_.get_many(std::move(part), get_options().in_flight(in_flight_));
    }

    void accept(std::size_t /*call*/, std::vector<std::optional<record>> const& found) const {
        for (auto const& one : found) require(one);
    }

private:
    doc_store store_;
    std::vector<uuid_v7> const& ids_;
    unsigned in_flight_;
};

}  // namespace storh::bench
