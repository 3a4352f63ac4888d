#include <storh/error.hpp>

#include <string>

namespace storh {
namespace {

char const* text_of(errc code) noexcept {
    switch (code) {
        case errc::invalid_id: return "not a UUIDv7";
        case errc::invalid_name: return "name is empty, too long or has forbidden characters";
        case errc::invalid_json: return "not valid JSON";
        case errc::too_deep: return "nested too deeply";
        case errc::record_too_large: return "record is larger than the collection allows";
        case errc::corrupt_record: return "record file is damaged";
        case errc::unsupported_record: return "record holds a list instead of an object";
        case errc::schema_violation: return "document breaks the schema";
        case errc::not_unique: return "another record holds this unique value";
        case errc::conflict: return "the record is not the version that the condition asks for";
        case errc::lease_lost: return "lease of the job ran out";
        case errc::locked: return "locked by another process";
        case errc::outcome_unknown: return "interrupted; may have taken effect or not";
        case errc::poisoned: return "an earlier write failed; reopen to recover";
        case errc::closed: return "already closed";
        case errc::wrong_engine: return "directory belongs to another kind of store";
        case errc::backend_unavailable: return "I/O backend is not available here";
        case errc::forked: return "process forked after the engine was made";
        case errc::invalid_row: return "line is not a JSON object";
        case errc::invalid_tag: return "not a record tag";
        case errc::foreign_indexes: return "the collection has index files of storh for PHP";
        case errc::not_a_file: return "not a regular file, so it cannot be replaced";
        case errc::newer_index: return "index directory was made by a newer version of storh";
        case errc::damaged_index: return "index directory is damaged or has been removed";
        case errc::invalid_query: return "not a query that can be carried out";
        case errc::sort_too_large: return "result is too large to be sorted in the memory allowed";
        case errc::invalid_schema: return "not a schema";
    }
    return "unknown storh error";
}

// The number makes two copies of the category equal should the library be linked in twice.
class category final : public boost::system::error_category {
public:
    constexpr category() noexcept : error_category(0x73746f7268e7c0deULL) {}

    char const* name() const noexcept override { return "storh"; }

    std::string message(int code) const override { return text_of(static_cast<errc>(code)); }

    char const* message(int code, char*, std::size_t) const noexcept override {
        return text_of(static_cast<errc>(code));
    }
};

constexpr category instance;

void append_note(std::string& notes, std::string_view label, std::string_view value) {
    notes.append(notes.empty() ? "" : ", ").append(label).append(value);
}

}  // namespace

boost::system::error_category const& storh_category() noexcept {
    return instance;
}

boost::system::error_code make_error_code(errc code) noexcept {
    return boost::system::error_code(static_cast<int>(code), storh_category());
}

void error_info::clear() noexcept {
    path_.clear();
    detail_.clear();
    field_.clear();
    id_.reset();
    present_tag_.reset();
    offset_.reset();
    line_ = 0;
}

std::string error_info::to_string() const {
    std::string text = path_;
    if (line_ != 0) {
        text.append(text.empty() ? "line " : ":").append(std::to_string(line_));
    }
    if (!detail_.empty()) {
        text.append(text.empty() ? "" : ": ").append(detail_);
    }
    std::string notes;
    if (offset_) {
        append_note(notes, "byte ", std::to_string(*offset_));
    }
    if (!field_.empty()) {
        append_note(notes, "field ", field_);
    }
    if (id_) {
        append_note(notes, "id ", id_->to_string());
    }
    if (present_tag_) {
        append_note(notes, "present tag ", present_tag_->to_string());
    }
    if (!notes.empty()) {
        text.append(text.empty() ? "(" : " (").append(notes).append(")");
    }
    return text;
}

}  // namespace storh
