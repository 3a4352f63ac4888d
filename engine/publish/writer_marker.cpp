#include "publish/writer_marker.hpp"

#include "io/perform.hpp"
#include "publish/record_path.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <csignal>

namespace storh::publish {
namespace {

namespace sys = boost::system;

constexpr std::string_view marker_text = "storh for C++\n";

std::string path_of(std::string_view name) {
    return std::string(writers_directory) + "/" + std::string(name);
}

}  // namespace

sys::result<writer_marker> writer_marker::make(int collection, std::string_view name) {
    writer_marker made;
    made.name_ = name;
    int const fd = io::open_inside(collection, path_of(name).c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return sys::error_code(-fd, sys::system_category());
    made.file_.reset(fd);
    // Nobody else locks a file of this name, and the text comes after the lock.
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 ||
        ::write(fd, marker_text.data(), marker_text.size()) < 0) {
        sys::error_code const error(errno, sys::system_category());
        made.remove(collection);
        return error;
    }
    return made;
}

void writer_marker::remove(int collection) noexcept {
    if (file_) (void)::unlinkat(collection, path_of(name_).c_str(), 0);
    file_.reset();
}

int process_of(std::string_view name) noexcept {
    int pid = 0;
    auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    bool const has_dot = end != name.data() + name.size() && *end == '.';
    bool const is_number = error == std::errc() && has_dot && name.front() != '-';
    return is_number && pid > 0 ? pid : 0;
}

bool process_exists(int pid) noexcept {
    return ::kill(pid, 0) == 0 || errno == EPERM;
}

writer_state state_of_writer(int writers, std::string_view name) noexcept {
    int const pid = process_of(name);
    if (pid == 0) return writer_state::dead;
    int const fd =
        io::open_inside(writers, std::string(name).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    // Gone in the meantime means that its writer left; anything else must not cost a live one.
    if (fd == -ENOENT) return writer_state::dead;
    if (fd < 0) return writer_state::alive_foreign;
    io::unique_fd const file(fd);
    struct stat status = {};
    bool const is_ours = ::fstat(fd, &status) == 0 && status.st_size > 0;
    // Not locked here while its maker may be about to: it must not find the lock taken by us.
    if (!is_ours && process_exists(pid)) return writer_state::alive_foreign;
    bool const is_free = ::flock(fd, LOCK_SH | LOCK_NB) == 0;
    return is_free ? writer_state::dead : writer_state::alive_ours;
}

}  // namespace storh::publish
