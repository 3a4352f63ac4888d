#include "publish/listing/collection_scan.hpp"

#include "publish/record_path.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <new>
#include <utility>
#include <vector>

namespace storh::publish {
namespace {

/// Deeper than anything that PHP makes; each level keeps a directory open.
constexpr unsigned depth_of_private_files = 16;

}  // namespace

collection_scan::collection_scan(int collection, std::string path, found_function found,
                                 over_function is_over)
    : path_(std::move(path)), found_(std::move(found)), is_over_(std::move(is_over)) {
    op.job = &collection_scan::run;
    op.directory = collection;
    op.data = this;
}

boost::system::error_code collection_scan::error() const noexcept {
    if (op.result >= 0) return {};
    return boost::system::error_code(-op.result, boost::system::system_category());
}

int collection_scan::run(io::operation& op) noexcept {
    try {
        return static_cast<collection_scan*>(op.data)->scan();
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
}

int collection_scan::scan() {
    temps.emplace(op.directory);
    for (std::string const& name : temps->dead_markers()) {
        found_(finding(finding_kind::stale_marker, path_ + "/" + writers_directory + "/" + name));
    }
    if (int const result = scan_directory(".", &meaning_in_collection); result < 0) return result;
    if (int const result = scan_directory(data_directory, &meaning_in_data); result < 0) {
        return result;
    }
    return scan_private(op.directory, private_directory, path_ + "/" + private_directory,
                        depth_of_private_files);
}

/// Calls `take` with each name of `directory`, which lies at `path`.
int collection_scan::list(directory_pieces& directory, std::string const& path, auto take) {
    int result = 1;
    while (result > 0 && !is_over_()) {
        result = directory.next();
        directory.for_each(take);
    }
    if (result < 0) failed_path_ = path;
    return result;
}

int collection_scan::scan_directory(char const* relative, meaning_function meaning) {
    bool const is_top = std::string_view(relative) == ".";
    std::string const path = is_top ? path_ : path_ + "/" + relative;
    directory_pieces directory;
    if (int const result = directory.open(op.directory, relative); result < 0) {
        if (result == -ENOENT) return 0;
        failed_path_ = path;
        return result;
    }
    return list(directory, path, [&](std::string_view name, entry_kind kind) {
        entry_meaning const meant = meaning(name, kind);
        std::string const full = path + "/" + std::string(name);
        switch (meant.what) {
            case entry_meaning::meaning::bucket: buckets.set(meant.bucket); break;
            case entry_meaning::meaning::temp: take_temp(directory.fd(), name, full); break;
            case entry_meaning::meaning::foreign: take_foreign(full, meant.detail); break;
            default: break;
        }
    });
}

int collection_scan::scan_private(int parent, std::string const& name, std::string const& path,
                                  unsigned depth) {
    directory_pieces directory;
    if (int const result = directory.open(parent, name.c_str()); result < 0) {
        if (result == -ENOENT) return 0;
        failed_path_ = path;
        return result;
    }
    std::vector<std::string> below;
    int result = list(directory, path, [&](std::string_view entry, entry_kind kind) {
        std::string const full = path + "/" + std::string(entry);
        if (kind == entry_kind::regular) take_temp(directory.fd(), entry, full);
        // The markers have been looked at, and quarantined directories are nobody's any more.
        bool const is_done = full == path_ + "/" + writers_directory || path.ends_with("/corrupt");
        if (kind == entry_kind::directory && depth > 0 && !is_done) below.emplace_back(entry);
    });
    for (std::string const& next : below) {
        if (result < 0 || is_over_()) break;
        result = scan_private(directory.fd(), next, path + "/" + next, depth - 1);
    }
    return result;
}

void collection_scan::take_foreign(std::string const& path, std::string_view detail) {
    finding found(finding_kind::foreign_file, path);
    found.detail = detail;
    found_(std::move(found));
}

void collection_scan::take_temp(int directory, std::string_view name, std::string const& path) {
    struct stat status = {};
    if (!is_temp_name(name)) return;
    if (::fstatat(directory, name.data(), &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (!temps->is_abandoned(name, status.st_mtime)) return;
    found_(finding(finding_kind::orphaned_temp, path));
}

}  // namespace storh::publish
