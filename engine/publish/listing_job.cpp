#include "publish/listing_job.hpp"

#include "io/perform.hpp"
#include "publish/bucket_list.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

namespace storh::publish {

listing_job::listing_job(int directory, unsigned first, unsigned end, listing_cache* cache) noexcept
    : first_(first), end_(end), cache_(cache) {
    op.job = &listing_job::run;
    op.directory = directory;
    op.data = this;
}

boost::system::error_code listing_job::error() const noexcept {
    if (op.result >= 0) return {};
    return boost::system::error_code(-op.result, boost::system::system_category());
}

int listing_job::run(io::operation& op) noexcept {
    listing_job& self = *static_cast<listing_job*>(op.data);
    try {
        for (unsigned bucket = self.first_; bucket < self.end_; ++bucket) {
            if (int const result = self.list(bucket); result < 0) return result;
        }
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
    return 0;
}

int listing_job::list(unsigned bucket) {
    auto const number = static_cast<std::uint8_t>(bucket);
    bucket_path const path(number);
    struct stat status = {};
    timespec listed = {};
    if (::clock_gettime(CLOCK_REALTIME, &listed) != 0) return -errno;
    if (::fstatat(op.directory, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT ? 0 : -errno;
    }
    id_list ids = cache_ != nullptr ? cache_->find(number, status.st_ctim) : nullptr;
    if (!ids) {
        bucket_list_job job(op.directory, number, false);
        if (int const result = io::perform(job.op); result < 0) return result;
        std::ranges::sort(job.ids);
        job.ids.shrink_to_fit();
        ids = std::make_shared<std::vector<uuid_v7> const>(std::move(job.ids));
        if (cache_ != nullptr) cache_->keep(number, ids, status.st_ctim, listed);
    }
    if (!ids->empty()) lists.push_back(std::move(ids));
    return 0;
}

}  // namespace storh::publish
