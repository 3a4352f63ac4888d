#include "integration/support/php_writer.hpp"

#include "support/fixtures.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>

namespace storh::test {
namespace {

namespace fs = std::filesystem;

void check(bool is_good, fs::path const& path) {
    if (!is_good) throw std::system_error(errno, std::generic_category(), path.string());
}

std::string writer_name() {
    char name[32];
    (void)std::snprintf(name, sizeof name, "%d.%08x", ::getpid(), std::random_device()());
    return name;
}

void write_synced(fs::path const& path, std::string_view bytes) {
    int const fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    check(fd >= 0, path);
    check(::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), path);
    check(::fsync(fd) == 0, path);
    (void)::close(fd);
}

void sync_directory(fs::path const& path) {
    int const fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    check(fd >= 0, path);
    (void)::fsync(fd);
    (void)::close(fd);
}

}  // namespace

php_writer::php_writer(fs::path collection)
    : collection_(std::move(collection)), name_(writer_name()) {
    fs::create_directories(collection_ / ".storh/writers");
}

php_writer::~php_writer() {
    std::error_code ignored;
    if (has_marker_) fs::remove(collection_ / ".storh/writers" / name_, ignored);
    if (lock_ >= 0) (void)::close(lock_);
}

void php_writer::put(uuid_v7 const& id, std::string_view data) {
    lock();
    put_unlocked(id, data);
    unlock();
}

void php_writer::increment(uuid_v7 const& id) {
    lock();
    json::value const present = json::parse(read_file(file_of(id)));
    std::int64_t const n = present.at("data").at("n").to_number<std::int64_t>();
    put_unlocked(id, "{\"n\":" + std::to_string(n + 1) + "}");
    unlock();
}

void php_writer::lock() {
    fs::path const path = collection_ / ".storh/write.lock";
    if (lock_ < 0) lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    check(lock_ >= 0, path);
    check(::flock(lock_, LOCK_EX) == 0, path);
    if (has_marker_) return;
    fs::path const marker = collection_ / ".storh/writers" / name_;
    int const fd = ::open(marker.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    check(fd >= 0, marker);
    (void)::close(fd);
    has_marker_ = true;
}

void php_writer::unlock() noexcept {
    (void)::flock(lock_, LOCK_UN);
}

void php_writer::put_unlocked(uuid_v7 const& id, std::string_view data) {
    fs::path const target = file_of(id);
    fs::create_directories(target.parent_path());
    fs::path const temp =
        target.parent_path() / ("." + name_ + "." + std::to_string(++temps_) + ".tmp");
    write_synced(temp, "{\"id\":\"" + id.to_string() + "\",\"data\":" + std::string(data) + "}\n");
    fs::rename(temp, target);
    sync_directory(target.parent_path());
}

fs::path php_writer::file_of(uuid_v7 const& id) const {
    std::string const text = id.to_string();
    return collection_ / "data" / text.substr(24, 2) / (text + ".jsonc");
}

}  // namespace storh::test
