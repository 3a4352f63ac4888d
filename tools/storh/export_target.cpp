#include "export_target.hpp"

#include "failure.hpp"
#include "output.hpp"

#include <storh/uuid_v7.hpp>

#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace storh::tool {
namespace {

/// What `path` leads to; `path` itself while nothing is there.
std::string resolved(std::string const& path) {
    std::error_code error;
    std::filesystem::path const real = std::filesystem::canonical(path, error);
    return error ? path : real.string();
}

}  // namespace

export_target::export_target(std::string path) : descriptor_(STDOUT_FILENO) {
    if (path == "-") return;
    path_ = std::move(path);
    struct stat status {};
    bool const is_there = ::stat(path_.c_str(), &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        // A device or a pipe cannot be replaced; a directory fails here.
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0) throw describe_errno(path_);
        return;
    }
    open_temp(is_there ? status.st_mode & 07777U : 0666U, is_there);
}

void export_target::open_temp(unsigned mode, bool is_replaced) {
    path_ = resolved(path_);
    std::filesystem::path const directory = std::filesystem::path(path_).parent_path();
    directory_ = directory.empty() ? "." : directory.string();
    std::string temp = directory_ + "/.storh-export-" + uuid_v7::generate().to_string() + ".tmp";
    // Nobody gets to read in the meantime what the old file kept from them.
    unsigned const mode_at_first = is_replaced ? 0600U : mode;
    descriptor_ = ::open(temp.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_at_first);
    if (descriptor_ < 0) throw describe_errno(path_);
    temp_ = std::move(temp);
    if (is_replaced) (void)::fchmod(descriptor_, mode);
}

export_target::~export_target() {
    if (descriptor_ != STDOUT_FILENO) ::close(descriptor_);
    if (!temp_.empty()) ::unlink(temp_.c_str());
}

void export_target::write(std::string_view bytes) {
    if (is_standard_output()) return print(bytes);
    boost::system::error_code const error = write_all(descriptor_, bytes);
    if (error == boost::system::errc::broken_pipe) throw reader_gone();
    if (error) throw describe(error, error_info(), path_);
}

void export_target::commit() {
    if (temp_.empty()) return;
    if (::fsync(descriptor_) != 0) throw describe_errno(path_);
    if (::rename(temp_.c_str(), path_.c_str()) != 0) throw describe_errno(path_);
    temp_.clear();
    sync_directory();
}

void export_target::sync_directory() const {
    int const directory = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) throw describe_errno(directory_);
    int const result = ::fsync(directory);
    boost::system::error_code const error = last_system_error();
    ::close(directory);
    if (result != 0) throw describe(error, error_info(), directory_);
}

}  // namespace storh::tool
