#include "base/xxh128.hpp"

#include <algorithm>

#include <xxhash.h>

namespace storh {

record_tag hash_bytes(std::string_view bytes) noexcept {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    record_tag::bytes_type digest;
    std::copy(std::begin(canonical.digest), std::end(canonical.digest), digest.begin());
    return record_tag(digest);
}

}  // namespace storh
