#include <storh/uuid_v7.hpp>

#include "base/hex.hpp"
#include "base/random.hpp"
#include "base/uuid_generator.hpp"

#include <storh/error.hpp>

#include <algorithm>
#include <mutex>
#include <new>
#include <ostream>

#include <pthread.h>

namespace storh {
namespace {

constexpr bool is_hyphen_at(std::size_t position) noexcept {
    return position == 8 || position == 13 || position == 18 || position == 23;
}

/// The generator of the process. The fork handlers hold its lock across the fork, so that the child
/// finds it free and its state whole, and make the child's ids differ from the parent's.
class process_generator {
public:
    static process_generator& instance() {
        // Never destroyed: ids may still be made while static objects are torn down.
        static process_generator* const generator = new process_generator;
        return *generator;
    }

    uuid_v7 next() {
        std::lock_guard const lock(mutex_);
        return generator_.next(now_ms(), fresh_entropy);
    }

private:
    process_generator() {
        int const error =
            ::pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                             [] { instance().resume_in_child(); });
        if (error != 0) {
            throw std::bad_alloc();  // the only failure that pthread_atfork has
        }
    }

    void resume_in_child() noexcept {
        generator_.diverge();
        mutex_.unlock();
    }

    static std::int64_t now_ms() noexcept {
        auto const now = std::chrono::time_point_cast<std::chrono::milliseconds>(
            std::chrono::system_clock::now());
        // A clock outside the range of an id is certainly wrong; order still has to hold.
        return std::clamp<std::int64_t>(now.time_since_epoch().count(), 0,
                                        uuid_v7::timestamp_ms_max - 1);
    }

    static uuid_generator::entropy fresh_entropy() {
        uuid_generator::entropy bytes;
        fill_random(bytes);
        return bytes;
    }

    std::mutex mutex_;
    uuid_generator generator_;  // guarded by mutex_
};

}  // namespace

uuid_v7 uuid_v7::generate() {
    return process_generator::instance().next();
}

uuid_v7 uuid_v7::from_parts(std::int64_t ms, std::array<std::uint8_t, 10> tail) noexcept {
    boost::uuids::uuid value;
    for (unsigned i = 0; i != 6; ++i) {
        value.data[i] = static_cast<std::uint8_t>(ms >> (40 - 8 * i));
    }
    tail[0] = static_cast<std::uint8_t>(0x70 | (tail[0] & 0x0f));
    tail[2] = static_cast<std::uint8_t>(0x80 | (tail[2] & 0x3f));
    std::copy(tail.begin(), tail.end(), value.data + 6);
    return uuid_v7(value);
}

boost::system::result<uuid_v7> uuid_v7::parse(std::string_view text) noexcept {
    if (text.size() != text_bytes) {
        return errc::invalid_id;
    }
    boost::uuids::uuid value;
    std::uint8_t* out = value.data;
    for (std::size_t i = 0; i != text_bytes;) {
        if (is_hyphen_at(i)) {
            if (text[i++] != '-') {
                return errc::invalid_id;
            }
            continue;
        }
        int const byte = hex_byte(text.data() + i);
        if (byte < 0) {
            return errc::invalid_id;
        }
        *out++ = static_cast<std::uint8_t>(byte);
        i += 2;
    }
    if ((value.data[6] & 0xf0) != 0x70 || (value.data[8] & 0xc0) != 0x80) {
        return errc::invalid_id;
    }
    return uuid_v7(value);
}

boost::system::result<uuid_v7> uuid_v7::min_for(std::int64_t ms) noexcept {
    if (ms < 0 || ms > timestamp_ms_max) {
        return errc::invalid_id;
    }
    return from_parts(ms, {});
}

boost::system::result<uuid_v7> uuid_v7::max_for(std::int64_t ms) noexcept {
    if (ms < 0 || ms > timestamp_ms_max) {
        return errc::invalid_id;
    }
    std::array<std::uint8_t, 10> ones;
    ones.fill(0xff);
    return from_parts(ms, ones);
}

std::string uuid_v7::to_string() const {
    std::string text(text_bytes, '-');
    write_to(text.data());
    return text;
}

void uuid_v7::write_to(char* out) const noexcept {
    std::uint8_t const* byte = bytes();
    for (std::size_t i = 0; i != text_bytes;) {
        if (is_hyphen_at(i)) {
            out[i++] = '-';
        } else {
            write_hex(out + i, *byte++);
            i += 2;
        }
    }
}

std::int64_t uuid_v7::timestamp_ms() const noexcept {
    std::int64_t ms = 0;
    for (unsigned i = 0; i != 6; ++i) {
        ms = ms << 8 | bytes()[i];
    }
    return ms;
}

std::size_t uuid_v7::hash() const noexcept {
    std::uint64_t halves[2];
    std::memcpy(halves, bytes(), sizeof halves);
    // Ids of one process differ in few bits of each half; the multiplication spreads them.
    std::uint64_t const folded = halves[0] ^ (halves[1] >> 32 | halves[1] << 32);
    std::uint64_t const mixed = folded * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

std::ostream& operator<<(std::ostream& out, uuid_v7 const& id) {
    char text[uuid_v7::text_bytes];
    id.write_to(text);
    return out.write(text, sizeof text);
}

}  // namespace storh
