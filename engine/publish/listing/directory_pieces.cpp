#include "publish/listing/directory_pieces.hpp"

#include "io/perform.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

namespace storh::publish {

int directory_pieces::open(int parent, char const* path) {
    int const fd = io::open_inside(parent, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) return fd;
    directory_.reset(fd);
    if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(piece_bytes);
    return 0;
}

int directory_pieces::next() noexcept {
    ssize_t const count = ::getdents64(directory_.get(), buffer_.get(), piece_bytes);
    bytes_ = count > 0 ? static_cast<std::size_t>(count) : 0;
    return count < 0 ? -errno : static_cast<int>(count);
}

entry_kind directory_pieces::kind_of(dirent64 const& entry) const noexcept {
    if (entry.d_type != DT_UNKNOWN) return kind_of_mode(static_cast<mode_t>(DTTOIF(entry.d_type)));
    // Some file systems do not tell.
    struct stat status = {};
    bool const is_known =
        ::fstatat(directory_.get(), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    return is_known ? kind_of_mode(status.st_mode) : entry_kind::regular;
}

}  // namespace storh::publish
