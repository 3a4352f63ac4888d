#include "publish/bucket_list.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

namespace storh::publish {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{64} * 1024;
constexpr std::string_view extension = ".jsonc";

/// The id of a record file's name, in lower case as we write it.
bool parse_name(std::string_view name, uuid_v7& id) noexcept {
    if (name.size() != uuid_v7::text_bytes + extension.size() || !name.ends_with(extension)) {
        return false;
    }
    auto const parsed = uuid_v7::parse(name.substr(0, uuid_v7::text_bytes));
    if (!parsed) return false;
    char canonical[uuid_v7::text_bytes];
    parsed->write_to(canonical);
    id = *parsed;
    return std::memcmp(canonical, name.data(), sizeof canonical) == 0;
}

}  // namespace

bucket_list_job::bucket_list_job(int directory, std::uint8_t bucket, bool with_sizes) noexcept
    : path(bucket), bucket_(bucket), with_sizes_(with_sizes) {
    op.job = &bucket_list_job::run;
    op.directory = directory;
    op.path = path.c_str();
    op.data = this;
}

boost::system::error_code bucket_list_job::error() const noexcept {
    if (op.result >= 0) return {};
    return boost::system::error_code(-op.result, boost::system::system_category());
}

int bucket_list_job::run(io::operation& op) noexcept {
    int const fd = io::open_inside(op.directory, op.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd == -ENOENT) return 0;
    if (fd < 0) return fd;
    io::unique_fd const directory(fd);
    try {
        return static_cast<bucket_list_job*>(op.data)->list(fd);
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
}

int bucket_list_job::list(int fd) {
    auto const buffer = std::make_unique_for_overwrite<char[]>(buffer_bytes);
    for (;;) {
        ssize_t const count = ::getdents64(fd, buffer.get(), buffer_bytes);
        if (count == 0) return 0;
        if (count < 0) return -errno;
        for (ssize_t position = 0; position < count;) {
            auto const* const entry = reinterpret_cast<dirent64 const*>(buffer.get() + position);
            take_name(fd, entry->d_name);
            position += entry->d_reclen;
        }
    }
}

void bucket_list_job::take_name(int fd, char const* name) {
    uuid_v7 id;
    if (!parse_name(name, id) || id.bucket() != bucket_) return;
    ids.push_back(id);
    struct stat status = {};
    if (with_sizes_ && ::fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        bytes += static_cast<std::uint64_t>(status.st_size);
    }
}

}  // namespace storh::publish
