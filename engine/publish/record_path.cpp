#include "publish/record_path.hpp"

#include "base/random.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace storh::publish {
namespace {

constexpr char hex_digits[] = "0123456789abcdef";

char* write_bucket(char* out, std::uint8_t bucket) noexcept {
    out = std::copy_n("data/", 5, out);
    *out++ = hex_digits[bucket >> 4];
    *out++ = hex_digits[bucket & 15];
    return out;
}

}  // namespace

record_path::record_path(uuid_v7 const& id) noexcept {
    char* out = write_bucket(text_.data(), id.bucket());
    *out++ = '/';
    id.write_to(out);
    std::copy_n(".jsonc", 7, out + uuid_v7::text_bytes);
}

bucket_path::bucket_path(std::uint8_t bucket) noexcept {
    *write_bucket(text_.data(), bucket) = '\0';
}

temp_path::temp_path(std::uint8_t bucket, std::string_view writer, std::uint64_t number) noexcept {
    char* out = write_bucket(text_.data(), bucket);
    out = std::copy_n("/.", 2, out);
    // A writer's name has at most 19 bytes and a number at most 20, which the buffer holds.
    out = std::copy_n(writer.data(), std::min<std::size_t>(writer.size(), 19), out);
    *out++ = '.';
    out = std::to_chars(out, out + 20, number).ptr;
    std::copy_n(".tmp", 5, out);
}

std::string make_writer_name() {
    return std::to_string(::getpid()) + "." + random_hex(4);
}

}  // namespace storh::publish
