#include "publish/file_moves.hpp"

#include "base/random.hpp"
#include "io/perform.hpp"
#include "publish/record_path.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>

namespace storh::publish {
namespace {

/// More names are taken at random than this only by somebody who wants it so.
constexpr int attempts_max = 16;

/// `<base>-<8 random hex>.jsonc` (storh-format section 6.5).
std::string other_name(std::string const& name) {
    std::size_t const dot = name.rfind('.');
    return name.substr(0, dot) + "-" + random_hex(4) + name.substr(dot);
}

int sync_all(std::initializer_list<int> directories) noexcept {
    for (int const fd : directories) {
        if (::fsync(fd) != 0) return -errno;
    }
    return 0;
}

}  // namespace

int file_moves::to_quarantine(std::string const& name, std::string& moved_to) {
    int result = open(quarantine_, private_directory, corrupt_directory);
    if (result < 0) return result;
    std::string as = name;
    result = -EEXIST;
    for (int attempt = 0; attempt < attempts_max && result == -EEXIST; ++attempt) {
        if (attempt > 0) as = other_name(name);
        result = move(name.c_str(), quarantine_, as.c_str());
    }
    moved_to = std::string(corrupt_directory) + "/" + as;
    return result;
}

bool file_moves::has_home(uuid_v7 const& id) const noexcept {
    struct stat status = {};
    return ::fstatat(collection_, record_path(id).c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

int file_moves::to_home(uuid_v7 const& id, std::string& moved_to) {
    target& home = homes_[id.bucket()];
    int const result = open(home, data_directory, bucket_path(id.bucket()).c_str());
    if (result < 0) return result;
    record_path const path(id);
    moved_to = path.c_str();
    return move(path.file_name(), home, path.file_name());
}

int file_moves::open(target& to, char const* parent, char const* path) {
    constexpr std::uint32_t flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    if (to.directory) return 0;
    int const above = io::open_inside(collection_, parent, flags, 0);
    if (above < 0) return above;
    to.parent.reset(above);
    if (::mkdirat(above, std::strrchr(path, '/') + 1, 0777) != 0 && errno != EEXIST) return -errno;
    int const fd = io::open_inside(collection_, path, flags, 0);
    if (fd >= 0) to.directory.reset(fd);
    return fd;
}

int file_moves::move(char const* name, target const& to, char const* as) noexcept {
    if (::renameat2(source_, name, to.directory.get(), as, RENAME_NOREPLACE) != 0) return -errno;
    has_moved_ = true;
    return 0;
}

int file_moves::sync() const noexcept {
    if (!has_moved_) return 0;
    int result = 0;
    // The parents too: who made a directory there may not have come to syncing it.
    if (quarantine_.directory) {
        result = sync_all({quarantine_.directory.get(), quarantine_.parent.get()});
    }
    for (auto const& [bucket, home] : homes_) {
        if (result < 0) return result;
        if (home.directory) result = sync_all({home.directory.get(), home.parent.get()});
    }
    return result < 0 ? result : sync_all({source_});
}

}  // namespace storh::publish
