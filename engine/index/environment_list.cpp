#include "index/environment_list.hpp"

#include "index/environment.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>

namespace storh::index {
namespace {

namespace sys = boost::system;

// Recursive, because an opening that fails closes what it has begun to open.
std::recursive_mutex& list_mutex() {
    static std::recursive_mutex mutex;
    return mutex;
}

std::map<std::string, std::weak_ptr<environment>>& list() {
    static std::map<std::string, std::weak_ptr<environment>> opened;
    return opened;
}

std::string key_of(struct stat const& status) {
    return std::to_string(::getpid()) + ":" + std::to_string(status.st_dev) + ":" +
           std::to_string(status.st_ino);
}

}  // namespace

environment_list::opening::opening() : lock_(list_mutex()) {}

std::shared_ptr<environment> environment_list::opening::find(std::string const& file, bool may_make,
                                                             sys::error_code& error) const {
    // Its locks are on the other file, so that opening and closing this one lets go of none.
    int const fd = ::open(file.c_str(), O_CLOEXEC | (may_make ? O_RDWR | O_CREAT : O_RDONLY), 0666);
    struct stat status = {};
    if (fd < 0 || ::fstat(fd, &status) != 0) error.assign(errno, sys::system_category());
    if (fd >= 0) (void)::close(fd);
    if (!error && status.st_size == 0 && !may_make) error.assign(ENOENT, sys::system_category());
    if (error) return nullptr;
    key_ = key_of(status);
    auto const found = list().find(key_);
    return found == list().end() ? nullptr : found->second.lock();
}

void environment_list::opening::add(std::shared_ptr<environment> const& opened) {
    std::erase_if(list(), [](auto const& one) { return one.second.expired(); });
    list()[key_] = opened;
}

void environment_list::close::operator()(environment* one) const noexcept {
    std::lock_guard const lock(list_mutex());
    delete one;
}

}  // namespace storh::index
