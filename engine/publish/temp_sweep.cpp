#include "publish/temp_sweep.hpp"

#include "publish/durable_directory.hpp"
#include "publish/record_path.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace storh::publish {
namespace {

namespace fs = std::filesystem;

void sweep_file(fs::directory_entry const& entry, temp_judge& judge, sweep_result& result) {
    std::string const name = entry.path().filename().string();
    struct stat status = {};
    if (::lstat(entry.path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (!judge.is_abandoned(name, status.st_mtime)) return;
    if (::unlink(entry.path().c_str()) != 0) return;
    ++result.temps_removed;
    result.changed.insert(entry.path().parent_path().string());
}

}  // namespace

sweep_result sweep(std::string const& path, int collection, temp_judge& judge) {
    sweep_result result;
    std::error_code error;
    fs::recursive_directory_iterator walk(path, fs::directory_options::skip_permission_denied,
                                          error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
        sweep_file(*walk, judge, result);
    }
    if (error) {
        // An incomplete walk keeps the markers, so that the next open tries again.
        result.error.assign(error.value(), boost::system::system_category());
        return result;
    }
    for (std::string const& name : judge.dead_markers()) {
        std::string const marker = std::string(writers_directory) + "/" + name;
        if (::unlinkat(collection, marker.c_str(), 0) == 0) ++result.markers_removed;
    }
    if (result.markers_removed > 0) result.changed.insert(path + "/" + writers_directory);
    return result;
}

boost::system::error_code sync_swept(sweep_result const& swept) {
    boost::system::error_code error;
    for (std::string const& directory : swept.changed) {
        auto const failure = sync_directory(AT_FDCWD, directory.c_str());
        // One that has been removed meanwhile has no names to keep away.
        if (failure && failure != boost::system::errc::no_such_file_or_directory) error = failure;
    }
    return error;
}

}  // namespace storh::publish
