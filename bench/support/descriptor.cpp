#include "support/descriptor.hpp"

#include <fcntl.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace storh::bench {

ssize_t checked(ssize_t result, char const* call) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), call);
    return result;
}

descriptor open_file(int directory, char const* path, int flags, mode_t mode) {
    int const fd = ::openat(directory, path, flags | O_CLOEXEC, mode);
    if (fd < 0) {
        throw std::system_error(errno, std::generic_category(), std::string("open ") + path);
    }
    return descriptor(fd);
}

}  // namespace storh::bench
