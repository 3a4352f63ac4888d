// storh/uuid_v7.hpp
//
// The id of a record, a log entry or a job: a UUID of version 7 (RFC 9562).
//
// Guarantees: a value is either nil or a well-formed UUIDv7; values compare as their bytes do, so
// ids order by the time of their making; text is always written in lower case.
//
// Not here: which ids exist (doc_store.hpp), files named after ids (engine/publish).
//
// Threads: values are plain data; every static function may be called from any thread.

#pragma once

#include <boost/endian/conversion.hpp>
#include <boost/system/result.hpp>
#include <boost/uuid/uuid.hpp>

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace storh {

/// A UUID of version 7: 48 bits of Unix time in milliseconds, 74 bits that order and distinguish.
///
/// A default-constructed value is the nil UUID. It is no valid id; it exists because a failed
/// asynchronous operation has to complete with some value beside its error code.
class uuid_v7 {
public:
    /// Characters of the text form, without a terminating zero.
    static constexpr std::size_t text_bytes = 36;

    /// The largest time an id can carry, in milliseconds since 1970 (48 bits; the year 10889).
    static constexpr std::int64_t timestamp_ms_max = (std::int64_t{1} << 48) - 1;

    /// The nil UUID: no valid id, see the class comment.
    constexpr uuid_v7() noexcept = default;

    /// Makes an id that is greater than every id this process made before.
    ///
    /// The order also holds within a millisecond, when the clock steps back, and between threads.
    /// A forked child never repeats an id of its parent. There is no order between processes.
    ///
    /// \par Errors
    /// Throws `boost::system::system_error` if the kernel gives no random bytes.
    [[nodiscard]] static uuid_v7 generate();

    /// Reads the text form `xxxxxxxx-xxxx-7xxx-[89ab]xxx-xxxxxxxxxxxx`, digits in either case.
    ///
    /// \par Errors
    /// `errc::invalid_id` for anything else, also for white space or braces around an id.
    [[nodiscard]] static boost::system::result<uuid_v7> parse(std::string_view text) noexcept;

    /// The smallest id of the millisecond `ms` since 1970: an inclusive lower bound for a range.
    ///
    /// \par Errors
    /// `errc::invalid_id` if `ms` is negative or above `timestamp_ms_max`.
    [[nodiscard]] static boost::system::result<uuid_v7> min_for(std::int64_t ms) noexcept;

    /// The largest id of the millisecond `ms` since 1970: an inclusive upper bound for a range.
    ///
    /// \par Errors
    /// `errc::invalid_id` if `ms` is negative or above `timestamp_ms_max`.
    [[nodiscard]] static boost::system::result<uuid_v7> max_for(std::int64_t ms) noexcept;

    /// The text form in lower case.
    [[nodiscard]] std::string to_string() const;

    /// Writes the text form in lower case, without a terminating zero.
    ///
    /// \par Preconditions
    /// `out` points to at least `text_bytes` writable characters.
    void write_to(char* out) const noexcept;

    /// When the id was made, by the clock of the process that made it.
    [[nodiscard]] std::chrono::sys_time<std::chrono::milliseconds> timestamp() const noexcept {
        return std::chrono::sys_time<std::chrono::milliseconds>(
            std::chrono::milliseconds(timestamp_ms()));
    }

    /// The same in milliseconds since 1970.
    [[nodiscard]] std::int64_t timestamp_ms() const noexcept;

    /// Which of the 256 buckets of a collection holds the record: characters 24 and 25 of the text.
    [[nodiscard]] constexpr std::uint8_t bucket() const noexcept { return value_.data[10]; }

    /// The 16 bytes, most significant first. Borrowed: valid as long as this value.
    [[nodiscard]] constexpr std::uint8_t const* bytes() const noexcept { return value_.data; }

    /// The same as a Boost UUID.
    [[nodiscard]] constexpr boost::uuids::uuid const& value() const noexcept { return value_; }

    /// Whether this is the default-constructed value, which is no id.
    [[nodiscard]] bool is_nil() const noexcept { return value_.is_nil(); }

    friend bool operator==(uuid_v7 const& left, uuid_v7 const& right) noexcept {
        return std::memcmp(left.bytes(), right.bytes(), 16) == 0;
    }

    friend std::strong_ordering operator<=>(uuid_v7 const& left, uuid_v7 const& right) noexcept {
        // Bytewise, but eight at a time: merging sorted lists does hardly anything else.
        std::uint64_t const high = left.word(0);
        std::uint64_t const other_high = right.word(0);
        return high == other_high ? left.word(8) <=> right.word(8) : high <=> other_high;
    }

    /// For `boost::hash` and Boost.Unordered.
    friend std::size_t hash_value(uuid_v7 const& id) noexcept { return id.hash(); }

    friend std::ostream& operator<<(std::ostream& out, uuid_v7 const& id);

private:
    friend class uuid_generator;

    explicit uuid_v7(boost::uuids::uuid const& value) noexcept : value_(value) {}

    /// Eight bytes as a number that orders as they do.
    [[nodiscard]] std::uint64_t word(std::size_t offset) const noexcept {
        std::uint64_t result = 0;
        std::memcpy(&result, bytes() + offset, sizeof result);
        return boost::endian::big_to_native(result);
    }

    /// Sets the version and variant bits over 48 bits of time and ten bytes that follow them.
    static uuid_v7 from_parts(std::int64_t ms, std::array<std::uint8_t, 10> tail) noexcept;

    [[nodiscard]] std::size_t hash() const noexcept;

    boost::uuids::uuid value_{};
};

}  // namespace storh

template <>
struct std::hash<storh::uuid_v7> {
    std::size_t operator()(storh::uuid_v7 const& id) const noexcept { return hash_value(id); }
};
