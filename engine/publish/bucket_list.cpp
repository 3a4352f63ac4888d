#include "publish/bucket_list.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"
#include "publish/record_name.hpp"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <new>
#include <optional>

namespace storh::publish {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{64} * 1024;

/// Calls `take` with each name in `directory`.
template <class Take>
int for_each_name(int directory, Take take) {
    auto const buffer = std::make_unique_for_overwrite<char[]>(buffer_bytes);
    for (;;) {
        ssize_t const count = ::getdents64(directory, buffer.get(), buffer_bytes);
        if (count == 0) return 0;
        if (count < 0) return -errno;
        for (ssize_t position = 0; position < count;) {
            auto const* const entry = reinterpret_cast<dirent64 const*>(buffer.get() + position);
            take(entry->d_name);
            position += entry->d_reclen;
        }
    }
}

}  // namespace

int read_ids(int directory, std::uint8_t bucket, std::vector<uuid_v7>& ids) {
    return for_each_name(directory, [&](char const* name) {
        auto const id = id_of_record_name(name);
        if (id && id->bucket() == bucket) ids.push_back(*id);
    });
}

bucket_list_job::bucket_list_job(int directory, std::uint8_t bucket) noexcept
    : path(bucket), bucket_(bucket) {
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
        bucket_list_job& self = *static_cast<bucket_list_job*>(op.data);
        return read_ids(fd, self.bucket_, self.ids);
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
}

}  // namespace storh::publish
