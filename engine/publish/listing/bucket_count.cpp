#include "publish/listing/bucket_count.hpp"

#include "publish/record_name.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <new>

namespace storh::publish {

bucket_count::bucket_count(int collection, std::uint8_t bucket) noexcept
    : relative_(bucket), bucket_(bucket) {
    op.job = &bucket_count::run;
    op.directory = collection;
    op.path = relative_.c_str();
    op.data = this;
}

boost::system::error_code bucket_count::error() const noexcept {
    if (op.result >= 0) return {};
    return boost::system::error_code(-op.result, boost::system::system_category());
}

int bucket_count::run(io::operation& op) noexcept {
    try {
        return static_cast<bucket_count*>(op.data)->next();
    } catch (std::bad_alloc const&) {
        return -ENOMEM;
    }
}

int bucket_count::next() {
    records = 0;
    bytes = 0;
    if (!pieces_.is_open()) {
        int const result = pieces_.open(op.directory, op.path);
        if (result < 0) return result == -ENOENT ? 0 : result;
    }
    int const result = pieces_.next();
    if (result == -ENOENT) return 0;
    pieces_.for_each([this](std::string_view name, entry_kind) { take(name); });
    return result;
}

void bucket_count::take(std::string_view name) noexcept {
    auto const id = id_of_record_name(name);
    if (!id || id->bucket() != bucket_) return;
    struct stat status = {};
    // One that has gone since is none.
    if (::fstatat(pieces_.fd(), name.data(), &status, AT_SYMLINK_NOFOLLOW) != 0) return;
    ++records;
    bytes += static_cast<std::uint64_t>(status.st_size);
}

}  // namespace storh::publish
