#include "support/bucket_directories.hpp"

#include "support/site.hpp"

#include <fcntl.h>

namespace storh::bench {

std::string bucket_path(std::size_t bucket) {
    constexpr char digits[] = "0123456789abcdef";
    return {'d', 'a', 't', 'a', '/', digits[bucket >> 4U], digits[bucket & 15U]};
}

std::string record_path(uuid_v7 const& id) {
    return bucket_path(id.bucket()) + '/' + id.to_string() + ".jsonc";
}

std::array<descriptor, bucket_count> make_buckets(std::filesystem::path const& root) {
    std::array<descriptor, bucket_count> buckets;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        auto const path = root / collection_name / bucket_path(i);
        std::filesystem::create_directories(path);
        buckets[i] = open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_DIRECTORY);
    }
    return buckets;
}

descriptor open_collection(std::filesystem::path const& root) {
    auto const path = root / collection_name;
    return open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_DIRECTORY);
}

}  // namespace storh::bench
