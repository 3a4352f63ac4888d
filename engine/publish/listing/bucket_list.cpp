#include "publish/listing/bucket_list.hpp"

#include "publish/record_name.hpp"

#include <dirent.h>

#include <cerrno>
#include <memory>

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

}  // namespace storh::publish
