#include "publish/export_temps.hpp"

#include <storh/uuid_v7.hpp>

#include "io/unique_fd.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <memory>
#include <string_view>

namespace storh::publish {
namespace {

constexpr std::string_view before_id = ".storh-export-";
constexpr std::string_view after_id = ".tmp";

/// No maker needs as long to get from making its file to locking it.
constexpr std::time_t age_seconds_min = 60;

struct close_directory {
    void operator()(DIR* directory) const noexcept { (void)::closedir(directory); }
};

bool is_export_temp(std::string_view name) noexcept {
    if (!name.starts_with(before_id) || !name.ends_with(after_id)) return false;
    name.remove_prefix(before_id.size());
    name.remove_suffix(after_id.size());
    return uuid_v7::parse(name).has_value();
}

void remove_if_dead(int directory, char const* name, std::time_t now) noexcept {
    // A pipe of that name must not keep us.
    io::unique_fd const file(
        ::openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status = {};
    if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (now - status.st_mtime < age_seconds_min) return;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) (void)::unlinkat(directory, name, 0);
}

}  // namespace

std::string make_export_temp_name() {
    return std::string(before_id).append(uuid_v7::generate().to_string()).append(after_id);
}

void remove_dead_export_temps(int directory, std::time_t now) noexcept {
    // A descriptor of its own, because it carries the place of the walk.
    int const fd = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    std::unique_ptr<DIR, close_directory> const entries(::fdopendir(fd));
    if (!entries) {
        (void)::close(fd);
        return;
    }
    while (dirent const* const entry = ::readdir(entries.get())) {
        if (is_export_temp(entry->d_name)) remove_if_dead(directory, entry->d_name, now);
    }
}

}  // namespace storh::publish
