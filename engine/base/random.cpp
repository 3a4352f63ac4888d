#include "base/random.hpp"

#include "base/hex.hpp"

#include <boost/system/system_error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

#include <sys/random.h>

namespace storh {

void fill_random(std::span<std::uint8_t> out) {
    while (!out.empty()) {
        ssize_t const got = ::getrandom(out.data(), out.size(), 0);
        if (got >= 0) {
            out = out.subspan(static_cast<std::size_t>(got));
        } else if (errno != EINTR) {
            throw boost::system::system_error(errno, boost::system::system_category(), "getrandom");
        }
    }
}

std::string random_hex(std::size_t byte_count) {
    std::string text(byte_count * 2, '0');
    std::array<std::uint8_t, 32> bytes;
    char* out = text.data();
    while (byte_count != 0) {
        std::span<std::uint8_t> const part(bytes.data(), std::min(byte_count, bytes.size()));
        fill_random(part);
        for (std::uint8_t const byte : part) {
            out = write_hex(out, byte);
        }
        byte_count -= part.size();
    }
    return text;
}

}  // namespace storh
