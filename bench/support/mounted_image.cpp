#include "support/mounted_image.hpp"

#include "support/descriptor.hpp"
#include "support/interrupt.hpp"
#include "support/process.hpp"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace storh::bench {

namespace {

std::vector<std::string> make_command(std::string const& type) {
    // All of ext4's tables at once: otherwise the kernel writes them while we measure.
    if (type == "ext4") {
        return {"mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0"};
    }
    if (type == "xfs") return {"mkfs.xfs", "-q", "-f"};
    if (type == "btrfs") return {"mkfs.btrfs", "-q", "-f"};
    throw std::invalid_argument("no image type: " + type);
}

void make_file(std::filesystem::path const& path, std::uint64_t bytes) {
    descriptor const file = open_file(AT_FDCWD, path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600);
    checked(::ftruncate(file.get(), static_cast<off_t>(bytes)), "ftruncate");
}

void detach(std::string const& device) noexcept {
    try {
        run_program({"losetup", "--detach", device});
    } catch (std::exception const& failure) {
        std::fprintf(stderr, "storh-bench: %s: %s\n", device.c_str(), failure.what());
    }
}

void mount_file(std::filesystem::path const& file, std::filesystem::path const& at, image_io how) {
    std::string device = run_program(
        {"losetup", "--find", "--show",
         how == image_io::direct ? "--direct-io=on" : "--direct-io=off", file.string()});
    device.erase(device.find_last_not_of('\n') + 1);
    // Detaching a device that is mounted takes effect when it is unmounted; one that could not be
    // mounted goes at once.
    try {
        run_program({"mount", device, at.string()});
    } catch (...) {
        ::umount2(at.c_str(), MNT_DETACH);
        detach(device);
        throw;
    }
    detach(device);
}

/// A ring that was just torn down may hold files for a moment longer.
void unmount(std::filesystem::path const& path) noexcept {
    using namespace std::chrono_literals;
    for (int attempt = 0; attempt < 50; ++attempt) {
        if (::umount2(path.c_str(), 0) == 0 || errno != EBUSY) return;
        std::this_thread::sleep_for(100ms);
    }
    std::fprintf(stderr, "storh-bench: %s is still in use; detached\n", path.c_str());
    ::umount2(path.c_str(), MNT_DETACH);
}

}  // namespace

void leave_shared_mounts() {
    checked(::unshare(CLONE_NEWNS), "mounting an image takes root: unshare");
    checked(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "mount");
}

std::filesystem::path make_unique_directory(std::filesystem::path const& prefix) {
    std::string name = prefix.string() + "XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "mkdtemp " + name);
    }
    return name;
}

mounted_image::mounted_image(std::string const& type, std::uint64_t bytes, image_io how) {
    std::vector<std::string> command = make_command(type);
    check_interrupted();
    mount_point_ = make_unique_directory("/var/tmp/storh-bench-");
    std::filesystem::path const file = mount_point_.string() + ".img";
    try {
        make_file(file, bytes);
        command.push_back(file.string());
        run_program(command);
        mount_file(file, mount_point_, how);
    } catch (...) {
        ::unlink(file.c_str());
        ::rmdir(mount_point_.c_str());
        throw;
    }
    ::unlink(file.c_str());
}

mounted_image::~mounted_image() {
    unmount(mount_point_);
    ::rmdir(mount_point_.c_str());
}

}  // namespace storh::bench
