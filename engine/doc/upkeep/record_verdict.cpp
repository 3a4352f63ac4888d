#include "doc/upkeep/record_verdict.hpp"

#include "format/record_file.hpp"

#include <storh/error.hpp>

#include <cerrno>

namespace storh::doc {
namespace {

namespace sys = boost::system;

/// Whether a read that fails so has met something else than a regular file.
bool is_no_file(sys::error_code error) noexcept {
    if (error.category() != sys::system_category()) return false;
    return error.value() == ELOOP || error.value() == EISDIR || error.value() == ENOTDIR;
}

finding_kind kind_of(uuid_v7 const& id, sys::error_code error, std::string_view bytes) {
    if (is_no_file(error)) return finding_kind::corrupt_record;
    if (error != errc::corrupt_record) return finding_kind::unreadable_record;
    return has_another_id(id, bytes) ? finding_kind::wrong_id : finding_kind::corrupt_record;
}

std::string home_of(uuid_v7 const& id) {
    return "it belongs into bucket " + id.to_string().substr(24, 2);
}

}  // namespace

std::optional<finding> verdict_on(uuid_v7 const& id, bool is_misplaced, sys::error_code error,
                                  std::string_view bytes) {
    error_info info;
    if (error) {
        info.set_detail(error.message());
    } else if (auto const document = decode_record(id, bytes, &info); !document) {
        error = document.error();
    } else if (!is_misplaced) {
        return std::nullopt;
    }
    finding found(error ? kind_of(id, error, bytes) : finding_kind::wrong_bucket, std::string());
    found.id = id;
    found.error = error;
    found.offset = info.offset();
    found.detail = error ? info.detail() : home_of(id);
    return found;
}

}  // namespace storh::doc
