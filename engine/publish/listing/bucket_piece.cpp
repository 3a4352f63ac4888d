#include "publish/listing/bucket_piece.hpp"

#include <storh/error.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <new>
#include <utility>

namespace storh::publish {
namespace {

namespace sys = boost::system;

sys::error_code error_of_kind(entry_kind kind) noexcept {
    switch (kind) {
        case entry_kind::directory: return sys::error_code(EISDIR, sys::system_category());
        case entry_kind::link: return sys::error_code(ELOOP, sys::system_category());
        default: return errc::corrupt_record;
    }
}

}  // namespace

finding finding_of_kind(entry_kind kind, std::string path, uuid_v7 const& id) {
    finding found(finding_kind::corrupt_record, std::move(path));
    found.id = id;
    found.error = error_of_kind(kind);
    found.detail = text_of(kind);
    return found;
}

bucket_piece::bucket_piece(int collection, std::string const& path, std::uint8_t bucket,
                           temp_judge& temps)
    : relative_(bucket), path_(path + "/" + relative_.c_str()), bucket_(bucket), temps_(temps) {
    op.job = &bucket_piece::run;
    op.directory = collection;
    op.path = relative_.c_str();
    op.data = this;
}

sys::error_code bucket_piece::error() const noexcept {
    if (op.result >= 0) return {};
    return sys::error_code(-op.result, sys::system_category());
}

std::string bucket_piece::path_of(std::string_view name) const {
    return path_ + "/" + std::string(name);
}

int bucket_piece::run(io::operation& op) noexcept {
    try {
        return static_cast<bucket_piece*>(op.data)->next();
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
}

int bucket_piece::next() {
    ids.clear();
    findings.clear();
    if (!pieces_.is_open()) {
        int const result = pieces_.open(op.directory, op.path);
        if (result < 0) return result == -ENOENT ? 0 : result;
    }
    int const result = pieces_.next();
    // Somebody has removed the directory, which was empty.
    if (result == -ENOENT) return 0;
    pieces_.for_each([this](std::string_view name, entry_kind kind) { take(name, kind); });
    return result;
}

void bucket_piece::take(std::string_view name, entry_kind kind) {
    entry_meaning const meant = meaning_in_bucket(name, kind);
    switch (meant.what) {
        case entry_meaning::meaning::record: return take_record(name, *meant.id, kind);
        case entry_meaning::meaning::temp: return take_temp(name);
        default: break;
    }
    finding& found = findings.emplace_back(finding_kind::foreign_file, path_of(name));
    found.detail = meant.detail;
}

void bucket_piece::take_record(std::string_view name, uuid_v7 const& id, entry_kind kind) {
    if (kind == entry_kind::regular) {
        ids.push_back(id);
    } else {
        findings.push_back(finding_of_kind(kind, path_of(name), id));
    }
}

void bucket_piece::take_temp(std::string_view name) {
    struct stat status = {};
    if (::fstatat(pieces_.fd(), name.data(), &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (!temps_.is_abandoned(name, status.st_mtime)) return;
    findings.emplace_back(finding_kind::orphaned_temp, path_of(name));
}

}  // namespace storh::publish
