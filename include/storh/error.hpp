// storh/error.hpp
//
// What can go wrong in storh itself, and where it did.
//
// Guarantees: every failure that storh reports is an `errc` or keeps the operating system's own
// code; absence of a record or job is a value, never an error.
//
// Not here: throwing. With `co_await` the completion token does that (asio::deferred).
//
// Threads: codes are values; one `error_info` may not be changed while another thread uses it.

#pragma once

#include <storh/record_tag.hpp>
#include <storh/uuid_v7.hpp>

#include <boost/system/error_category.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/is_error_code_enum.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace storh {

/// Failures that storh itself reports. The numbers are part of the interface and never reused.
enum class errc {
    /// The text is no UUIDv7, or its time is out of range; pass `8-4-4-4-12` digits, version 7.
    invalid_id = 1,
    /// A collection, queue or root name is empty, too long, or has a character that is not allowed;
    /// use 1 to 255 of `A-Z a-z 0-9 _ . -`, not starting with a dot.
    invalid_name = 2,
    /// The text is not JSON, or the value cannot be written as JSON (not UTF-8, NaN, infinity);
    /// correct it at the offset that the error names.
    invalid_json = 3,
    /// Containers are nested beyond 510 levels, which no reader of the file would accept; flatten.
    too_deep = 4,
    /// The record would exceed the limit of its collection; store less, or raise the limit.
    record_too_large = 5,
    /// A record file is damaged or belongs to another id; put a good one, or remove it.
    corrupt_record = 6,
    /// A record file is sound but its `data` is a list with elements, which storh for PHP writes
    /// and storh for C++ does not represent; read it with the former.
    unsupported_record = 7,
    /// The document breaks the schema of its collection; correct the field that the error names.
    schema_violation = 8,
    /// Another record already holds the value of a unique field; choose another value.
    not_unique = 9,
    /// The record is not in the state that the condition of the call asks for; read it again, and
    /// decide anew from the version that the error names.
    conflict = 10,
    /// The lease of a claimed job ran out and somebody else may hold it now; drop the result.
    lease_lost = 11,
    /// Another process holds the lock for longer than the call may wait; try again later.
    locked = 12,
    /// The operation was cut short after it had begun, and may have taken effect or not; read to
    /// see.
    outcome_unknown = 13,
    /// An earlier write or barrier failed, so that what is on disk is unknown; reopen to recover.
    poisoned = 14,
    /// The handle was closed before the call; open the collection again.
    closed = 15,
    /// The directory belongs to another kind of store; open it with that one.
    wrong_engine = 16,
    /// The backend that was asked for is not available here; choose `automatic`, or see
    /// `engine::backend_reason()` for what the kernel said.
    backend_unavailable = 17,
    /// The process forked after the engine was made, which the engine cannot follow; make a new
    /// one.
    forked = 18,
    /// A line of an import is JSON but no row; each line has to be an object.
    invalid_row = 19,
    /// The text is no record tag; pass 32 hexadecimal digits.
    invalid_tag = 20,
    /// The collection has index files of storh for PHP, which a write from here would make wrong;
    /// open it read-only, or with store_options::drop_php_indexes.
    foreign_indexes = 21,
    /// What an export should replace is no regular file; choose another path, or write a stream to it.
    not_a_file = 22,
    /// The collection's index directory was made by a newer version of storh; open the collection with
    /// that, or read-only, or remove the directory and declare the indexes again.
    newer_index = 23,
    /// The collection's index directory is damaged or has been removed; remove what is left of it, open
    /// the collection anew and declare the indexes again. The records are not concerned.
    damaged_index = 24,
    /// The query cannot be carried out or its text is no query; correct it at the place that the error
    /// names.
    invalid_query = 25,
    /// The result of a query in order of a field is too large to be sorted in the memory allowed; set a
    /// limit, or raise query_options::sort_bytes_max.
    sort_too_large = 26,
    /// The text is no schema; correct it at the place that the error names.
    invalid_schema = 27,
};

/// The category of `errc`, named "storh". There is exactly one instance in a program.
[[nodiscard]] boost::system::error_category const& storh_category() noexcept;

/// Lets `errc` convert to an `error_code` by itself.
[[nodiscard]] boost::system::error_code make_error_code(errc code) noexcept;

/// Where an error happened and what it concerns, for a person who has to act on it.
///
/// Everything is optional: an operation sets what it knows. Texts are owned by this object.
class error_info {
public:
    /// The file or directory concerned; empty if none is.
    [[nodiscard]] std::string const& path() const noexcept { return path_; }
    /// The record or job concerned.
    [[nodiscard]] std::optional<uuid_v7> const& id() const noexcept { return id_; }
    /// The line of the input, counted from 1; 0 if the input has no lines.
    [[nodiscard]] std::uint64_t line() const noexcept { return line_; }
    /// The byte in the JSON text, counted from 0, at which reading stopped.
    [[nodiscard]] std::optional<std::uint64_t> const& offset() const noexcept { return offset_; }
    /// The member of the document concerned; empty if none is.
    [[nodiscard]] std::string const& field() const noexcept { return field_; }
    /// The reason as an English sentence, beyond what the code says; empty if there is none.
    [[nodiscard]] std::string const& detail() const noexcept { return detail_; }
    /// The version that is stored now, with `errc::conflict`; none if there is no record.
    [[nodiscard]] std::optional<record_tag> const& present_tag() const noexcept {
        return present_tag_;
    }

    void set_path(std::string_view path) { path_.assign(path); }
    void set_id(uuid_v7 const& id) noexcept { id_ = id; }
    void set_line(std::uint64_t line) noexcept { line_ = line; }
    void set_offset(std::uint64_t offset) noexcept { offset_ = offset; }
    void set_detail(std::string_view detail) { detail_.assign(detail); }
    void set_field(std::string_view field) { field_.assign(field); }
    void set_present_tag(record_tag const& tag) noexcept { present_tag_ = tag; }

    /// Forgets everything, so that the object can be passed to the next call.
    void clear() noexcept;

    /// All of it in one line: `path:line: detail (byte 17, id ...)`; empty if nothing is set.
    [[nodiscard]] std::string to_string() const;

private:
    std::string path_;
    std::string detail_;
    std::string field_;
    std::optional<uuid_v7> id_;
    std::optional<record_tag> present_tag_;
    std::optional<std::uint64_t> offset_;
    std::uint64_t line_ = 0;
};

}  // namespace storh

template <>
struct boost::system::is_error_code_enum<storh::errc> : std::true_type {};
