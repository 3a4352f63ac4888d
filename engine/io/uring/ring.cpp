#include "io/uring/ring.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace storh::io::uring {
namespace {

namespace sys = boost::system;

constexpr std::array<unsigned, 4> flag_ladder = {
    IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL,
    IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SUBMIT_ALL,
    IORING_SETUP_SUBMIT_ALL,
    0,
};

constexpr std::array<int, 11> opcodes_needed = {
    IORING_OP_OPENAT2, IORING_OP_CLOSE,    IORING_OP_READ,   IORING_OP_WRITE,
    IORING_OP_FSYNC,   IORING_OP_RENAMEAT, IORING_OP_STATX,  IORING_OP_UNLINKAT,
    IORING_OP_MKDIRAT, IORING_OP_NOP,      IORING_OP_OPENAT,
};

constexpr unsigned entries_min = 64;

sys::error_code system_error(int error) {
    return sys::error_code(error, sys::system_category());
}

}  // namespace

std::string explain_setup_error(int error) {
    switch (error) {
        case EPERM:
            return "io_uring_setup: not permitted (a container's seccomp profile, or sysctl "
                   "kernel.io_uring_disabled)";
        case EACCES: return "io_uring_setup: not permitted (a security module)";
        case ENOSYS:
            return "io_uring_setup: not available (kernel without io_uring, or a seccomp profile "
                   "that hides it)";
        case ENOMEM: return "io_uring_setup: not enough memory (see ulimit -l)";
        case EMFILE: return "io_uring_setup: too many open files (see ulimit -n)";
        case EOPNOTSUPP: return "io_uring: the kernel lacks an operation that storh needs";
        default: return std::string("io_uring_setup: ") + std::strerror(error);
    }
}

sys::result<std::unique_ptr<ring>> ring::make(unsigned entries, unsigned slots) {
    std::unique_ptr<ring> made(new ring());
    int error = made->set_up(entries);
    if (error != 0) return system_error(error);
    if (!made->has_every_opcode()) return system_error(EOPNOTSUPP);
    made->register_slots(slots);
    if (made->slots_ == 0) return system_error(EOPNOTSUPP);
    return made;
}

ring::~ring() {
    if (is_open_) io_uring_queue_exit(&ring_);
}

int ring::set_up(unsigned entries) {
    for (; entries >= entries_min; entries /= 2) {
        int error = 0;
        for (unsigned const flags : flag_ladder) {
            io_uring_params params = {};
            params.flags = flags;
            error = -io_uring_queue_init_params(entries, &ring_, &params);
            if (error == 0) {
                is_open_ = true;
                completion_entries_ = params.cq_entries;
                defers_task_work_ = (flags & IORING_SETUP_DEFER_TASKRUN) != 0;
                // A child of fork() must not share the mapped rings; it cannot use them anyway.
                (void)io_uring_ring_dontfork(&ring_);
                return 0;
            }
            if (error != EINVAL) break;
        }
        if (error != ENOMEM) return error;
    }
    return ENOMEM;
}

bool ring::has_every_opcode() {
    io_uring_probe* const probe = io_uring_get_probe_ring(&ring_);
    if (probe == nullptr) return false;
    bool const has_all = std::ranges::all_of(
        opcodes_needed, [probe](int code) { return io_uring_opcode_supported(probe, code) != 0; });
    io_uring_free_probe(probe);
    bool const never_drops = (ring_.features & IORING_FEAT_NODROP) != 0;
    bool const copies_paths = (ring_.features & IORING_FEAT_SUBMIT_STABLE) != 0;
    // Before 5.17 a chain resolved its slot before the open had filled it.
    bool const links_files = (ring_.features & IORING_FEAT_LINKED_FILE) != 0;
    return has_all && never_drops && copies_paths && links_files;
}

void ring::register_slots(unsigned wanted) {
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        wanted = static_cast<unsigned>(std::min<rlim_t>(wanted, limit.rlim_cur));
    }
    while (wanted > 0 && io_uring_register_files_sparse(&ring_, wanted) != 0) wanted /= 2;
    slots_ = wanted;
}

}  // namespace storh::io::uring
