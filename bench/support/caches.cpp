#include "support/caches.hpp"

#include "support/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace storh::bench {

namespace {

constexpr char drop_file[] = "/proc/sys/vm/drop_caches";

}  // namespace

void write_back(std::filesystem::path const& path) {
    descriptor const directory = open_file(AT_FDCWD, path.c_str(), O_RDONLY | O_DIRECTORY);
    checked(::syncfs(directory.get()), "syncfs");
}

bool may_drop_caches() noexcept {
    return ::access(drop_file, W_OK) == 0;
}

void drop_caches() {
    ::sync();
    descriptor const file = open_file(AT_FDCWD, drop_file, O_WRONLY);
    checked(::write(file.get(), "3", 1), "drop_caches");
}

}  // namespace storh::bench
