// publish/store_files.hpp
//
// The fixed files of a collection: its directory, lock file, writer marker; what is done to them
// when a store is opened, writes for the first time, and closes.
//
// Opening creates nothing. The first write makes what is missing and makes that durable: each new
// directory is followed by a sync of the directory that names it.
//
// Threads: blocking; on workers. prepare_for_writing() may be called by several at once.

#pragma once

#include <storh/error.hpp>
#include <storh/options.hpp>

#include "io/unique_fd.hpp"
#include "publish/commit/write_lock.hpp"
#include "publish/file_system_kind.hpp"
#include "publish/writer_marker.hpp"

#include <boost/system/error_code.hpp>

#include <atomic>
#include <mutex>
#include <string>

namespace storh::publish {

class store_files {
public:
    store_files(std::string root, std::string collection, store_options options);

    /// Looks at the collection without creating anything: right engine, usable for the access asked
    /// for, no left-overs of dead writers. Fills `info` on failure.
    [[nodiscard]] boost::system::error_code open(error_info& info);

    /// Makes directories, lock file and marker, once.
    [[nodiscard]] boost::system::error_code prepare_for_writing(error_info& info);
    [[nodiscard]] bool is_prepared() const noexcept { return is_prepared_.load(); }

    /// Removes the marker and lets go of the lock.
    void close() noexcept;

    /// The collection's directory, or -1 while there is none. A reader finds one that another
    /// process has made in the meantime.
    [[nodiscard]] int directory() noexcept;

    [[nodiscard]] std::string const& path() const noexcept { return path_; }
    [[nodiscard]] store_options const& options() const noexcept { return options_; }
    [[nodiscard]] write_lock& lock() noexcept { return lock_; }
    [[nodiscard]] std::string const& writer_name() const noexcept { return writer_name_; }
    [[nodiscard]] file_system_kind file_system() const noexcept { return file_system_; }

private:
    boost::system::error_code fail(error_info& info, boost::system::error_code error,
                                   std::string const& path, std::string const& detail);
    boost::system::error_code check_names(error_info& info);
    boost::system::error_code check_engine(error_info& info);
    boost::system::error_code check_php_indexes(error_info& info);
    boost::system::error_code make_directories(error_info& info);
    boost::system::error_code open_lock_file(error_info& info);
    boost::system::error_code prepare(error_info& info);
    void sweep_left_overs();
    int open_directory() noexcept;

    std::string root_;
    std::string collection_;
    std::string path_;
    store_options options_;
    std::string writer_name_;
    file_system_kind file_system_;
    std::mutex preparing_;  // taken before mutex_
    std::mutex mutex_;      // guards the making of directory_
    std::atomic<int> directory_{-1};
    std::atomic<bool> is_prepared_{false};
    write_lock lock_;
    writer_marker marker_;
};

}  // namespace storh::publish
