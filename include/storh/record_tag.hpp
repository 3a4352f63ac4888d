// storh/record_tag.hpp
//
// The tag of one stored version of a record: a fingerprint of its file's bytes.
//
// Guarantees: equal bytes give equal tags. Different bytes give different tags with a probability
// that suffices against accidents, but not against an attacker: XXH3-128 is not cryptographic.
//
// Not here: computing it from bytes (engine/base/xxh128.hpp).
//
// Threads: plain data.

#pragma once

#include <boost/system/result.hpp>

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace storh {

/// XXH3-128 (seed 0) of the bytes of a record file, in canonical (big-endian) form.
///
/// Two reads of one id give equal tags exactly if the file did not change between them. A
/// default-constructed tag is all zeros and stands for no version.
class record_tag {
public:
    /// The canonical bytes, most significant first.
    using bytes_type = std::array<std::uint8_t, 16>;

    constexpr record_tag() noexcept = default;
    constexpr explicit record_tag(bytes_type const& bytes) noexcept : bytes_(bytes) {}

    /// Reads 32 hexadecimal digits in either case.
    ///
    /// \par Errors
    /// `errc::invalid_tag` for anything else.
    [[nodiscard]] static boost::system::result<record_tag> parse(std::string_view text) noexcept;

    /// 32 lower-case hexadecimal digits.
    [[nodiscard]] std::string to_string() const;

    [[nodiscard]] constexpr bytes_type const& bytes() const noexcept { return bytes_; }

    friend bool operator==(record_tag const&, record_tag const&) noexcept = default;

    friend std::ostream& operator<<(std::ostream& out, record_tag const& tag);

private:
    bytes_type bytes_{};
};

}  // namespace storh
