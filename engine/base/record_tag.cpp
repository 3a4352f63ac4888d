#include <storh/record_tag.hpp>

#include "base/hex.hpp"

#include <storh/error.hpp>

#include <ostream>

namespace storh {

boost::system::result<record_tag> record_tag::parse(std::string_view text) noexcept {
    bytes_type bytes;
    if (text.size() != bytes.size() * 2) {
        return errc::invalid_tag;
    }
    for (std::size_t i = 0; i != bytes.size(); ++i) {
        int const byte = hex_byte(text.data() + 2 * i);
        if (byte < 0) {
            return errc::invalid_tag;
        }
        bytes[i] = static_cast<std::uint8_t>(byte);
    }
    return record_tag(bytes);
}

std::string record_tag::to_string() const {
    std::string text(bytes_.size() * 2, '0');
    char* out = text.data();
    for (std::uint8_t const byte : bytes_) {
        out = write_hex(out, byte);
    }
    return text;
}

std::ostream& operator<<(std::ostream& out, record_tag const& tag) {
    return out << tag.to_string();
}

}  // namespace storh
