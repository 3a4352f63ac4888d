#include "index/generation_writer.hpp"

#include "format/record_file.hpp"
#include "index/record_source.hpp"
#include "index/value_key.hpp"
#include "publish/commit/write_request.hpp"

#include <storh/error.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace storh::index {
namespace {

namespace sys = boost::system;

/// More holders of one value are left by nothing but another program.
constexpr std::size_t holders_max = 64;

/// Whether a write leaves its record's values as they are.
bool is_unchanged(record_row const& row, record_state const& becomes) {
    return row.pending().empty() && row.base().version == becomes.version &&
           row.base().values == becomes.values;
}

}  // namespace

std::uint32_t tag_of(std::string_view writer) noexcept {
    std::string_view const digits = writer.substr(writer.rfind('.') + 1);
    std::uint32_t tag = 0;
    (void)std::from_chars(digits.data(), digits.data() + digits.size(), tag, 16);
    return tag;
}

sys::result<record_state> generation_writer::state_of(publish::write_request& request) const {
    record_state state;
    state.version = catalog_.version;
    if (request.kind == publish::write_kind::remove) return state;
    auto const* const values = static_cast<document_values const*>(request.values.get());
    if (values != nullptr && values->state.version == catalog_.version) return values->state;
    auto const document = decode_record(request.id, request.bytes);
    if (!document) return document.error();
    return catalog_.values_of(*document);
}

void generation_writer::begin(publish::index_item& item, std::uint64_t ticket) {
    publish::write_request& request = *item.request;
    auto state = state_of(request);
    item.error = state ? sys::error_code() : state.error();
    if (item.error) return;
    auto known = to_.row(request.id);
    bool const is_unknown = !known && !catalog_.is_any_building();
    // What has no row has no values, and gets none.
    if (is_unknown && state->values.empty()) return;
    if (known && is_unchanged(*known, *state)) return;
    if (!check_unique(item, *state)) return;
    record_row const before = known ? std::move(*known) : record_row();
    record_row after = before;
    after.begin(write_ticket(tag_, ticket), std::move(*state));
    change(request.id, before, std::move(after));
    to_.add_pending(files_.writer_name(), request.id);
    item.ticket = ticket;
}

void generation_writer::settle(publish::index_outcome const& outcome) {
    auto const before = to_.row(outcome.id);
    if (!before) return;
    record_row after = *before;
    after.settle(write_ticket(tag_, outcome.ticket), outcome.is_applied);
    if (!after.has_pending_of(tag_)) to_.drop_pending(files_.writer_name(), outcome.id);
    change(outcome.id, *before, std::move(after));
}

void generation_writer::resolve(pending_id const& left) {
    record_row const before = to_.row(left.id).value_or(record_row());
    // A record that cannot be read is not found by a scan either.
    auto actual = read_values(files_, catalog_, left.id);
    record_row after = before;
    after.resolve(tag_of(left.writer), actual ? std::move(*actual) : record_state());
    change(left.id, before, std::move(after));
    to_.drop_pending(left.writer, left.id);
}

void generation_writer::doubt(uuid_v7 const& id) {
    to_.add_pending(files_.writer_name(), id);
    has_changed_ = true;
}

bool generation_writer::check_unique(publish::index_item& item, record_state const& state) {
    for (index_value const& value : state.values) {
        catalog_entry const* const index = catalog_.find(value.number);
        if (index == nullptr || !index->definition.is_unique() || !is_exact(value.key)) continue;
        for (uuid_v7 const& other :
             to_.entries().ids(value.number, value.key, uuid_v7(), holders_max)) {
            if (other == item.request->id || !is_held(other, value)) continue;
            item.error = errc::not_unique;
            item.info = std::make_unique<error_info>();
            item.info->set_field(index->definition.fields().front());
            item.info->set_id(other);
            item.info->set_detail("the record of this id has the value of the unique field " +
                                  item.info->field());
            return false;
        }
    }
    return true;
}

bool generation_writer::is_held(uuid_v7 const& id, index_value const& value) {
    auto const row = to_.row(id);
    if (!row || row->has_pending_of(tag_)) return true;
    auto actual = read_values(files_, catalog_, id);
    if (!actual || std::ranges::find(actual->values, value) != actual->values.end()) return true;
    if (row->pending().empty()) {
        record_row after = *row;
        after.resolve(tag_, std::move(*actual));
        change(id, *row, std::move(after));
    }
    return false;
}

void generation_writer::change(uuid_v7 const& id, record_row const& before, record_row after) {
    has_changed_ = true;
    to_.change(id, before, std::move(after));
}

}  // namespace storh::index
