#include "publish/temp_sweep.hpp"

#include "publish/record_path.hpp"
#include "publish/writer_marker.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace storh::publish {
namespace {

/// How old a temp file must be whose name does not tell its writer.
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

void sweep_file(std::filesystem::directory_entry const& entry, std::time_t now,
                writer_census const& writers, sweep_result& result) {
    std::string const name = entry.path().filename().string();
    struct stat status = {};
    if (::lstat(entry.path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (!is_abandoned_temp(name, status.st_mtime, now, writers)) return;
    if (::unlink(entry.path().c_str()) == 0) ++result.temps_removed;
}

}  // namespace

writer_census take_census(int collection) {
    writer_census census;
    int const fd =
        io::open_inside(collection, writers_directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) return census;
    std::unique_ptr<DIR, close_directory> const directory(::fdopendir(fd));
    if (!directory) return census;
    while (dirent const* const entry = ::readdir(directory.get())) {
        std::string_view const name = entry->d_name;
        if (name == "." || name == "..") continue;
        writer_state const state = state_of_writer(fd, name);
        (state == writer_state::dead ? census.dead : census.alive).emplace_back(name);
        census.has_foreign_alive = census.has_foreign_alive || state == writer_state::alive_foreign;
    }
    return census;
}

bool is_abandoned_temp(std::string_view name, std::time_t changed, std::time_t now,
                       writer_census const& writers) {
    if (name.size() < 6 || !name.starts_with('.') || !name.ends_with(".tmp")) return false;
    std::string_view const writer = writer_of_temp(name);
    if (writer.empty()) {
        // An index or manifest file of PHP's; a paused writer may still come back to it.
        return !writers.has_foreign_alive && now - changed >= unknown_temp_age_seconds;
    }
    if (contains(writers.alive, writer)) return false;
    if (contains(writers.dead, writer)) return true;
    int const pid = process_of(writer);
    return pid == 0 || !process_exists(pid);
}

sweep_result sweep(std::string const& path, int collection, writer_census const& writers) {
    namespace fs = std::filesystem;
    sweep_result result;
    std::time_t const now = std::time(nullptr);
    std::error_code error;
    fs::recursive_directory_iterator walk(path, fs::directory_options::skip_permission_denied,
                                          error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        sweep_file(*walk, now, writers, result);
    }
    // An incomplete walk keeps the markers, so that the next open tries again.
    if (error) return result;
    for (std::string const& name : writers.dead) {
        std::string const marker = std::string(writers_directory) + "/" + name;
        if (::unlinkat(collection, marker.c_str(), 0) == 0) ++result.markers_removed;
    }
    return result;
}

}  // namespace storh::publish
