#include "publish/store_files.hpp"

#include "base/names.hpp"
#include "io/perform.hpp"
#include "publish/durable_directory.hpp"
#include "publish/record_path.hpp"
#include "publish/temp_sweep.hpp"

#include <sys/stat.h>
#include <sys/vfs.h>

#include <cerrno>
#include <filesystem>

namespace storh::publish {
namespace {

namespace sys = boost::system;

sys::error_code system_error(int error) {
    return sys::error_code(error, sys::system_category());
}

bool exists_below(int directory, char const* path) noexcept {
    struct stat status = {};
    return ::fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

std::string without_trailing_slashes(std::string root) {
    while (root.size() > 1 && root.back() == '/') root.pop_back();
    return root;
}

}  // namespace

store_files::store_files(std::string root, std::string collection, store_options options)
    : root_(without_trailing_slashes(std::move(root))),
      collection_(std::move(collection)),
      path_(root_ + "/" + collection_),
      options_(options),
      writer_name_(make_writer_name()) {}

sys::error_code store_files::fail(error_info& info, sys::error_code error, std::string const& path,
                                  std::string const& detail) {
    info.set_path(path);
    info.set_detail(detail);
    return error;
}

sys::error_code store_files::check_names(error_info& info) {
    if (auto const error = check_name(collection_)) {
        return fail(info, error, collection_,
                    "a collection's name is 1 to 255 bytes of A-Z a-z 0-9 _ . - and does not start "
                    "with a dot");
    }
    if (root_.empty() || root_.find('\0') != std::string::npos) {
        return fail(info, errc::invalid_name, root_, "the storage root must be a path");
    }
    return {};
}

sys::error_code store_files::open(error_info& info) {
    if (auto const error = check_names(info)) return error;
    int const fd = open_directory();
    bool const is_read_only = options_.access() == access_mode::read_only;
    if (fd == -ENOENT && !is_read_only) {
        return options_.access() == access_mode::exclusive ? prepare_for_writing(info)
                                                           : sys::error_code();
    }
    if (fd < 0) return fail(info, system_error(-fd), path_, "cannot open the collection");
    if (auto const error = check_engine(info)) return error;
    if (is_read_only) return {};
    if (auto const error = check_php_indexes(info)) return error;
    sweep_left_overs();
    return options_.access() == access_mode::exclusive ? prepare_for_writing(info)
                                                       : sys::error_code();
}

int store_files::open_directory() noexcept {
    int const fd = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -errno;
    struct statfs status = {};
    std::lock_guard const lock(mutex_);
    if (directory_.load() >= 0) {
        (void)::close(fd);
        return directory_.load();
    }
    if (::fstatfs(fd, &status) == 0) file_system_ = file_system_of(status.f_type);
    directory_.store(fd);
    return fd;
}

int store_files::directory() noexcept {
    int const known = directory_.load(std::memory_order_acquire);
    return known >= 0 ? known : open_directory();
}

sys::error_code store_files::check_engine(error_info& info) {
    int const fd = directory();
    for (char const* const name : {"collection.lock", "segments", "manifest.jsonc"}) {
        if (exists_below(fd, name)) {
            return fail(info, errc::wrong_engine, path_ + "/" + name,
                        "this directory belongs to a segmented log");
        }
    }
    for (char const* const name : {"queue.log", "queue.lock"}) {
        if (exists_below(fd, name)) {
            return fail(info, errc::wrong_engine, path_ + "/" + name,
                        "this directory belongs to a queue");
        }
    }
    return {};
}

sys::error_code store_files::check_php_indexes(error_info& info) {
    if (!exists_below(directory(), php_index_manifest)) return {};
    std::string const indexes = path_ + "/" + php_index_directory;
    if (!options_.drop_php_indexes()) {
        return fail(info, errc::foreign_indexes, indexes,
                    "storh for PHP trusts these index files, and writing from here would make them "
                    "wrong; open read-only, or with drop_php_indexes");
    }
    std::error_code error;
    std::filesystem::remove_all(indexes, error);
    if (error) return fail(info, system_error(error.value()), indexes, "cannot drop the indexes");
    return {};
}

void store_files::sweep_left_overs() {
    temp_judge judge(directory());
    if (judge.dead_markers().empty()) return;
    int const fd = io::open_inside(directory(), lock_file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    io::unique_fd const lock(fd < 0 ? -1 : fd);
    // Without the lock, or the right to take it, the left-overs stay for the next one who opens.
    if (!lock || lock_exclusive(lock.get(), options_.lock_timeout())) return;
    // What a crash brings back is swept by the next one.
    (void)sweep(path_, directory(), judge);
}

sys::error_code store_files::prepare_for_writing(error_info& info) {
    if (is_prepared_.load()) return {};
    std::lock_guard const lock(preparing_);
    if (is_prepared_.load()) return {};
    sys::error_code const error = prepare(info);
    if (!error) is_prepared_.store(true);
    return error;
}

sys::error_code store_files::prepare(error_info& info) {
    if (auto const error = make_directories(info)) return error;
    if (auto const error = check_engine(info)) return error;
    if (auto const error = check_php_indexes(info)) return error;
    if (auto const error = open_lock_file(info)) return error;
    auto made = writer_marker::make(directory(), writer_name_);
    if (!made)
        return fail(info, made.error(), path_ + "/" + writers_directory,
                    "cannot make the writer marker");
    marker_ = std::move(*made);
    if (options_.access() != access_mode::exclusive) return {};
    if (auto const error = lock_.hold()) {
        marker_.remove(directory());
        return fail(info, error, path_ + "/" + lock_file, "another process is writing");
    }
    return {};
}

sys::error_code store_files::make_directories(error_info& info) {
    std::string failed;
    for (char const* const name : {"", data_directory, private_directory, writers_directory}) {
        std::string const path = *name == '\0' ? path_ : path_ + "/" + name;
        if (auto const error = make_durable_directories(path, failed)) {
            return fail(info, error, failed, "cannot make the directory");
        }
    }
    int const fd = directory();
    return fd < 0 ? fail(info, system_error(-fd), path_, "cannot open the collection")
                  : sys::error_code();
}

sys::error_code store_files::open_lock_file(error_info& info) {
    if (lock_.is_open()) return {};
    int const fd = io::open_inside(directory(), lock_file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fail(info, system_error(-fd), path_ + "/" + lock_file, "cannot open the lock file");
    }
    lock_.open(io::unique_fd(fd), options_.lock_timeout());
    return {};
}

void store_files::close() noexcept {
    if (is_prepared_.load()) marker_.remove(directory_.load());
    lock_.close();
    int const fd = directory_.exchange(-1);
    if (fd >= 0) (void)::close(fd);
}

}  // namespace storh::publish
