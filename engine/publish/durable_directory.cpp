#include "publish/durable_directory.hpp"

#include "io/unique_fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

namespace storh::publish {
namespace {

namespace sys = boost::system;

sys::error_code last_error() {
    return sys::error_code(errno, sys::system_category());
}

bool is_directory(std::string const& path) noexcept {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

sys::error_code sync_directory(int directory, char const* path) noexcept {
    io::unique_fd const fd(::openat(directory, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return last_error();
    return ::fsync(fd.get()) == 0 ? sys::error_code() : last_error();
}

sys::error_code make_durable_directories(std::string const& path, std::string& failed) {
    if (is_directory(path)) return {};
    std::filesystem::path const full(path);
    std::string const parent = full.has_parent_path() ? full.parent_path().string() : ".";
    if (parent != path && !parent.empty()) {
        if (auto const error = make_durable_directories(parent, failed)) return error;
    }
    failed = path;
    if (::mkdir(path.c_str(), 0777) != 0 && !(errno == EEXIST && is_directory(path))) {
        return last_error();
    }
    failed = parent;
    return sync_directory(AT_FDCWD, parent.c_str());
}

}  // namespace storh::publish
