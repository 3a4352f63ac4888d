#include "io/open_files.hpp"

#include <sys/resource.h>

namespace storh::io {

unsigned open_files_max(unsigned rings) noexcept {
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = 64;
    return open_files_max(limit.rlim_cur, rings);
}

}  // namespace storh::io
