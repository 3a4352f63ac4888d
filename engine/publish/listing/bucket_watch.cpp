#include "publish/listing/bucket_watch.hpp"

#include "publish/record_name.hpp"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace storh::publish {
namespace {

constexpr std::uint32_t came = IN_CREATE | IN_MOVED_TO;
constexpr std::uint32_t went = IN_DELETE | IN_MOVED_FROM;
constexpr std::uint32_t lost = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED;

constexpr std::size_t buffer_bytes = std::size_t{16} * 1024;

}  // namespace

bool bucket_watch::has_queue() {
    if (is_refused_) return false;
    if (!queue_) queue_ = io::unique_fd(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    is_refused_ = !queue_;
    return !is_refused_;
}

int bucket_watch::begin_watch(int directory) noexcept {
    // By number, because the name may lead to another directory by now.
    char path[32];
    (void)std::snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
    return ::inotify_add_watch(queue_.get(), path,
                               came | went | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

bool bucket_watch::add(std::uint8_t bucket, int directory) {
    std::lock_guard const lock(mutex_);
    if (!has_queue()) return false;
    int const made = begin_watch(directory);
    if (made < 0) return false;
    if (watches_[bucket] == made) return true;
    remove(bucket);
    watches_[bucket] = made;
    buckets_[made] = bucket;
    return true;
}

bool bucket_watch::follow(int data) {
    std::lock_guard const lock(mutex_);
    struct stat status = {};
    if (!has_queue() || ::fstat(data, &status) != 0) return false;
    directory_identity identity;
    identity.device = status.st_dev;
    identity.inode = status.st_ino;
    drain_queue();
    bool const was_followed = data_watch_ != 0 && identity == data_;
    if (!was_followed) begin_following(identity, data);
    return was_followed;
}

/// What is known may be of other directories than those that have the names now.
void bucket_watch::begin_following(directory_identity const& data, int directory) {
    int const made = begin_watch(directory);
    if (data_watch_ != 0 && data_watch_ != made)
        (void)::inotify_rm_watch(queue_.get(), data_watch_);
    data_watch_ = made < 0 ? 0 : made;
    data_ = data;
    if (made >= 0) cache_.forget_all();
}

void bucket_watch::remove(std::uint8_t bucket) noexcept {
    int const old = std::exchange(watches_[bucket], 0);
    if (old == 0) return;
    buckets_.erase(old);
    (void)::inotify_rm_watch(queue_.get(), old);
}

void bucket_watch::drain() {
    std::lock_guard const lock(mutex_);
    if (queue_) drain_queue();
}

void bucket_watch::drain_queue() {
    alignas(inotify_event) std::array<char, buffer_bytes> buffer;
    for (;;) {
        ssize_t const count = ::read(queue_.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        for (ssize_t position = 0; position < count;) {
            auto const* const event =
                reinterpret_cast<inotify_event const*>(buffer.data() + position);
            take(*event);
            position += static_cast<ssize_t>(sizeof *event + event->len);
        }
    }
}

void bucket_watch::take(inotify_event const& event) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) return cache_.forget_all();
    if (event.wd == data_watch_) return take_of_data(event);
    auto const found = buckets_.find(event.wd);
    if (found != buckets_.end()) take_of_bucket(found->second, event);
}

void bucket_watch::take_of_data(inotify_event const& event) {
    if ((event.mask & lost) != 0) {
        cache_.forget_all();
        data_watch_ = 0;
    } else if (event.len > 0) {
        if (auto const bucket = bucket_of_name(event.name)) cache_.forget(*bucket);
    }
}

void bucket_watch::take_of_bucket(std::uint8_t bucket, inotify_event const& event) {
    if ((event.mask & lost) != 0) {
        cache_.forget(bucket);
        remove(bucket);
    } else if (event.len > 0) {
        std::optional<uuid_v7> id = id_of_record_name(event.name);
        // What lies in a wrong bucket is not listed either.
        if (id && id->bucket() != bucket) id.reset();
        cache_.note(bucket, id, (event.mask & came) != 0);
    }
}

}  // namespace storh::publish
