#include "publish/listing/listing_job.hpp"

#include "io/perform.hpp"
#include "publish/listing/bucket_list.hpp"
#include "publish/record_path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

namespace storh::publish {
namespace {

void take(struct stat const& status, directory_state& state) noexcept {
    state.device = status.st_dev;
    state.inode = status.st_ino;
    state.changed = status.st_ctim;
}

}  // namespace

listing_job::listing_job(int directory, std::vector<std::uint8_t> wanted, way how,
                         bucket_listings& known, bool is_local) noexcept
    : wanted_(std::move(wanted)), way_(how), known_(known), is_local_(is_local) {
    op.job = &listing_job::run;
    op.directory = directory;
    op.data = this;
}

bool listing_job::look_here(int directory, bucket_listings& known, std::vector<id_list>& lists,
                            std::vector<std::uint8_t>& missing) {
    io::unique_fd const data(io::open_inside(directory, data_directory,
                                             O_PATH | O_DIRECTORY | O_CLOEXEC, 0, RESOLVE_CACHED));
    if (!data || !known.watch.follow(data.get())) return false;
    for (unsigned bucket = 0; bucket < 256; ++bucket) {
        auto const number = static_cast<std::uint8_t>(bucket);
        id_list ids = known.cache.find_current(number);
        if (!ids) {
            missing.push_back(number);
        } else if (!ids->empty()) {
            lists.push_back(std::move(ids));
        }
    }
    return true;
}

boost::system::error_code listing_job::error() const noexcept {
    if (op.result >= 0) return {};
    return boost::system::error_code(-op.result, boost::system::system_category());
}

int listing_job::run(io::operation& op) noexcept {
    listing_job& self = *static_cast<listing_job*>(op.data);
    int const data =
        io::open_inside(op.directory, data_directory, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (data < 0) return data == -ENOENT ? 0 : data;
    self.data_ = io::unique_fd(data);
    // Before any look at a directory: an earlier time only makes fewer listings trusted.
    if (::clock_gettime(CLOCK_REALTIME, &self.begun_) != 0) return -errno;
    self.is_followed_ = self.is_local_ && self.known_.watch.follow(data);
    try {
        for (std::uint8_t const bucket : self.wanted_) {
            int const result = self.list(bucket);
            if (result < 0 && result != -ENOENT) return result;
        }
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
    return 0;
}

int listing_job::list(std::uint8_t bucket) {
    if (is_followed_) {
        if (id_list ids = known_.cache.find_followed(bucket)) return add(std::move(ids));
    }
    bucket_path const path(bucket);
    struct stat status = {};
    if (::fstatat(data_.get(), path.name(), &status, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
    directory_state now;
    now.asked = begun_;
    take(status, now);
    id_list ids = find_kept(bucket, now);
    if (!ids && way_ == way::look_only) missing.push_back(bucket);
    if (!ids) return way_ == way::read ? read(bucket) : 0;
    return add(std::move(ids));
}

int listing_job::add(id_list ids) {
    if (!ids->empty()) lists.push_back(std::move(ids));
    return 0;
}

id_list listing_job::find_kept(std::uint8_t bucket, directory_state const& now) {
    if (!is_local_) return nullptr;
    if (id_list ids = known_.cache.find(bucket, now)) return ids;
    known_.watch.drain();
    return known_.cache.find_noted(bucket, now);
}

int listing_job::read(std::uint8_t bucket) {
    int const fd = io::open_inside(data_.get(), bucket_path(bucket).name(),
                                   O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) return fd;
    io::unique_fd const directory(fd);
    directory_state state;
    struct stat status = {};
    if (::clock_gettime(CLOCK_REALTIME, &state.asked) != 0 || ::fstat(fd, &status) != 0) {
        return -errno;
    }
    take(status, state);
    std::uint64_t const notes = known_.cache.notes(bucket);
    bool const is_watched = is_local_ && known_.watch.add(bucket, fd);
    std::vector<uuid_v7> found;
    if (int const result = read_ids(fd, bucket, found); result < 0) return result;
    known_.read.fetch_add(1, std::memory_order_relaxed);
    std::ranges::sort(found);
    found.shrink_to_fit();
    auto ids = std::make_shared<std::vector<uuid_v7> const>(std::move(found));
    if (is_local_) known_.cache.keep(bucket, ids, state, notes, is_watched);
    return add(std::move(ids));
}

}  // namespace storh::publish
