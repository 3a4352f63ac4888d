#include "support/file_system.hpp"

#include "support/descriptor.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <fstream>
#include <system_error>

namespace storh::bench {

namespace {

/// By the magic number of statfs(2). mountinfo would not do: btrfs shows other device numbers there.
std::string name_of(long type) {
    switch (type) {
        case 0xEF53: return "ext4";
        case 0x58465342: return "xfs";
        case 0x9123683E: return "btrfs";
        case 0x01021994: return "tmpfs";
        case 0x794C7630: return "overlay";
        case 0x65735546: return "fuse";
        case 0x6969: return "nfs";
        default: return "unknown";
    }
}

}  // namespace

file_system file_system_of(std::filesystem::path const& path) {
    struct stat status {};
    struct statfs system {};
    checked(::stat(path.c_str(), &status), "stat");
    checked(::statfs(path.c_str(), &system), "statfs");
    std::string const number =
        std::to_string(major(status.st_dev)) + ':' + std::to_string(minor(status.st_dev));
    file_system found;
    found.name = name_of(system.f_type);
    std::error_code ignored;  // file systems without a device have no such link
    found.device =
        std::filesystem::read_symlink("/sys/dev/block/" + number, ignored).filename().string();
    if (found.name == "ext4") {
        std::ifstream journal("/sys/fs/ext4/" + found.device + "/journal_task");
        std::string task;
        found.is_ext4_without_journal = (journal >> task) && task == "<none>";
    }
    return found;
}

std::string describe(file_system const& what) {
    std::string text = what.name;
    if (what.name == "ext4") {
        text += what.is_ext4_without_journal ? " without a journal" : " with a journal";
    }
    if (!what.device.empty()) text += " on " + what.device;
    return text;
}

}  // namespace storh::bench
