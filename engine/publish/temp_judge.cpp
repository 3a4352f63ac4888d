#include "publish/temp_judge.hpp"

#include "io/perform.hpp"
#include "publish/listing/entry_name.hpp"
#include "publish/record_path.hpp"
#include "publish/writer_marker.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace storh::publish {
namespace {

/// How old a temp file must be whose name or whose missing marker does not tell about its writer.
constexpr std::time_t unknown_temp_age_seconds = 60;

struct close_directory {
    void operator()(DIR* directory) const noexcept { (void)::closedir(directory); }
};

bool is_hex(std::string_view text) noexcept {
    return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_decimal(std::string_view text) noexcept {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `<pid>.<hex>` out of `.<pid>.<hex>.<n>.tmp`, or nothing.
std::string_view writer_of_temp(std::string_view name) noexcept {
    std::string_view const inner = name.substr(1, name.size() - 5);
    std::size_t const first = inner.find('.');
    std::size_t const last = inner.rfind('.');
    if (first == std::string_view::npos || first == last) return {};
    bool const matches = is_decimal(inner.substr(0, first)) &&
                         is_hex(inner.substr(first + 1, last - first - 1)) &&
                         is_decimal(inner.substr(last + 1));
    return matches ? inner.substr(0, last) : std::string_view();
}

bool contains(std::vector<std::string> const& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool is_abandoned_temp(std::string_view name, std::time_t changed, std::time_t now,
                       writer_census const& writers) {
    if (!is_temp_name(name)) return false;
    bool const is_old = now - changed >= unknown_temp_age_seconds;
    std::string_view const writer = writer_of_temp(name);
    if (writer.empty()) {
        // An index or manifest file of PHP's; a paused writer may still come back to it.
        return !writers.has_foreign_alive && is_old;
    }
    if (contains(writers.alive, writer)) return false;
    if (contains(writers.dead, writer)) return true;
    int const pid = process_of(writer);
    return is_old && (pid == 0 || !process_exists(pid));
}

temp_judge::temp_judge(int collection) {
    int const fd =
        io::open_inside(collection, writers_directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) return;
    markers_.reset(fd);
    take_census();
    dead_markers_ = writers_.dead;
}

void temp_judge::take_census() {
    int const fd = ::openat(markers_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    std::unique_ptr<DIR, close_directory> const directory(fd < 0 ? nullptr : ::fdopendir(fd));
    if (!directory) return;
    while (dirent const* const entry = ::readdir(directory.get())) {
        std::string_view const name = entry->d_name;
        if (name != "." && name != "..") note(name);
    }
}

void temp_judge::note(std::string_view writer) {
    writer_state const state = state_of_writer(markers_.get(), writer);
    (state == writer_state::dead ? writers_.dead : writers_.alive).emplace_back(writer);
    writers_.has_foreign_alive = writers_.has_foreign_alive || state == writer_state::alive_foreign;
}

bool temp_judge::is_abandoned(std::string_view name, std::time_t changed) {
    if (!is_temp_name(name)) return false;
    std::lock_guard const lock(mutex_);
    if (std::string_view const writer = writer_of_temp(name); !writer.empty()) {
        look_for_marker(writer);
    }
    return is_abandoned_temp(name, changed, std::time(nullptr), writers_);
}

void temp_judge::look_for_marker(std::string_view writer) {
    if (!markers_ || contains(writers_.alive, writer) || contains(writers_.dead, writer)) return;
    struct stat status = {};
    std::string const name(writer);
    bool const is_there =
        ::fstatat(markers_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (is_there) note(writer);
}

}  // namespace storh::publish
