#include "index/record_row.hpp"

#include "index/bytes.hpp"

#include <algorithm>

namespace storh::index {
namespace {

void append_state(std::string& to, record_state const& state) {
    append_number(to, state.version);
    append_number(to, state.values.size(), 2);
    for (index_value const& value : state.values) {
        append_number(to, value.number);
        append_text(to, value.key);
    }
}

record_state read_state(bytes_reader& from) {
    record_state state;
    state.version = from.number();
    for (std::uint64_t left = from.number(2); left > 0 && !from.has_failed(); --left) {
        std::uint64_t const number = from.number();
        state.values.emplace_back(number, std::string(from.text()));
    }
    return state;
}

void enter_into(record_state& state, std::uint64_t number, std::uint64_t since,
                std::optional<std::string> const& key) {
    if (state.version >= since) return;
    std::erase_if(state.values, [&](index_value const& one) { return one.number == number; });
    if (key) state.values.emplace_back(number, *key);
}

}  // namespace

std::string record_row::encode() const {
    std::string bytes;
    append_state(bytes, base_);
    for (pending_write const& one : pending_) {
        append_number(bytes, one.ticket.writer, 4);
        append_number(bytes, one.ticket.number);
        append_state(bytes, one.state);
    }
    return bytes;
}

std::optional<record_row> record_row::decode(std::string_view bytes) {
    bytes_reader from(bytes);
    record_row row;
    row.base_ = read_state(from);
    while (!from.is_at_end() && !from.has_failed()) {
        auto const writer = static_cast<std::uint32_t>(from.number(4));
        write_ticket const ticket(writer, from.number());
        row.pending_.emplace_back(ticket, read_state(from));
    }
    if (from.has_failed()) return std::nullopt;
    return row;
}

bool record_row::has_pending_of(std::uint32_t writer) const noexcept {
    return std::ranges::any_of(
        pending_, [&](pending_write const& one) { return one.ticket.writer == writer; });
}

std::vector<index_value> record_row::all_values() const {
    std::vector<index_value> all = base_.values;
    for (pending_write const& one : pending_) {
        all.insert(all.end(), one.state.values.begin(), one.state.values.end());
    }
    std::ranges::sort(all);
    auto const rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
    return all;
}

void record_row::begin(write_ticket ticket, record_state becomes) {
    pending_.emplace_back(ticket, std::move(becomes));
}

void record_row::settle(write_ticket ticket, bool is_applied) {
    auto const found = std::ranges::find(pending_, ticket, &pending_write::ticket);
    // A later write of another process has settled before, and made it past.
    if (found == pending_.end()) return;
    if (is_applied) base_ = std::move(found->state);
    pending_.erase(is_applied ? pending_.begin() : found, found + 1);
}

void record_row::resolve(std::uint32_t writer, record_state actual) {
    base_ = std::move(actual);
    std::erase_if(pending_, [&](pending_write const& one) { return one.ticket.writer == writer; });
}

void record_row::enter(std::uint64_t number, std::uint64_t since,
                       std::optional<std::string> const& key) {
    enter_into(base_, number, since, key);
    for (pending_write& one : pending_) enter_into(one.state, number, since, key);
}

}  // namespace storh::index
