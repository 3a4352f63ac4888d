#include "integration/support/mounted_image.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace storh::test {
namespace {

/// EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN, which are one number; 2: without flushing the log.
constexpr unsigned long shutdown_request = _IOR('X', 125, std::uint32_t);
constexpr std::uint32_t without_log_flush = 2;

void check(bool is_good, std::string const& what) {
    if (!is_good) throw std::system_error(errno, std::generic_category(), what);
}

void run_command(std::string const& command) {
    if (std::system((command + " >/dev/null 2>&1").c_str()) != 0) {  // NOLINT: the test's own words
        throw std::runtime_error(command + " failed");
    }
}

void leave_shared_mounts() {
    static bool const is_done = [] {
        check(::unshare(CLONE_NEWNS) == 0, "unshare");
        check(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "mount");
        return true;
    }();
    (void)is_done;
}

}  // namespace

mounted_image::mounted_image(std::string type, std::uint64_t bytes) : type_(std::move(type)) {
    leave_shared_mounts();
    int const fd = ::open(file().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    check(fd >= 0 && ::ftruncate(fd, static_cast<off_t>(bytes)) == 0, file().string());
    (void)::close(fd);
    std::string const quietly = type_ == "ext4" ? " -q -F " : " -q -f ";
    run_command("PATH=/sbin:/usr/sbin:$PATH mkfs." + type_ + quietly + file().string());
    std::filesystem::create_directory(path());
    mount();
}

mounted_image::~mounted_image() {
    if (::umount2(path().c_str(), 0) != 0) (void)::umount2(path().c_str(), MNT_DETACH);
}

void mounted_image::cut_power() const {
    int const fd = ::open(path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    check(fd >= 0, path().string());
    std::uint32_t how = without_log_flush;
    int const result = ::ioctl(fd, shutdown_request, &how);
    (void)::close(fd);
    check(result == 0, "shutdown " + path().string());
}

void mounted_image::remount() {
    unmount();
    mount();
}

void mounted_image::mount() const {
    run_command("mount -o loop " + file().string() + " " + path().string());
}

void mounted_image::unmount() const {
    using namespace std::chrono_literals;
    // A ring that was just torn down may hold files for a moment longer.
    for (int attempt = 0; attempt < 100; ++attempt) {
        if (::umount2(path().c_str(), 0) == 0) return;
        check(errno == EBUSY, "umount " + path().string());
        std::this_thread::sleep_for(50ms);
    }
    throw std::runtime_error(path().string() + " stays in use");
}

}  // namespace storh::test
