#include "publish/commit/tag_check.hpp"

#include "io/perform.hpp"
#include "io/unique_fd.hpp"

#include <xxhash.h>

#include <array>
#include <cerrno>
#include <memory>

namespace storh::publish {
namespace {

constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

struct free_state {
    void operator()(XXH3_state_t* state) const noexcept { XXH3_freeState(state); }
};

record_tag tag_of(XXH3_state_t const* state) noexcept {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    record_tag::bytes_type bytes{};
    std::copy_n(canonical.digest, bytes.size(), bytes.begin());
    return record_tag(bytes);
}

int hash_file(int fd, XXH3_state_t* state) noexcept {
    std::array<char, piece_bytes> piece;
    for (;;) {
        ssize_t const count = ::read(fd, piece.data(), piece.size());
        if (count == 0) return 0;
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        (void)XXH3_128bits_update(state, piece.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace

tag_job::tag_job(int directory, char const* path) noexcept {
    op.job = &tag_job::run;
    op.directory = directory;
    op.path = path;
    op.data = this;
}

boost::system::error_code tag_job::error() const noexcept {
    if (op.result >= 0) return {};
    return boost::system::error_code(-op.result, boost::system::system_category());
}

int tag_job::run(io::operation& op) noexcept {
    int const fd = io::open_inside(op.directory, op.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd == -ENOENT) return 0;
    if (fd < 0) return fd;
    io::unique_fd const file(fd);
    std::unique_ptr<XXH3_state_t, free_state> const state(XXH3_createState());
    if (!state || XXH3_128bits_reset(state.get()) != XXH_OK) return -ENOMEM;
    int const result = hash_file(fd, state.get());
    if (result == 0) static_cast<tag_job*>(op.data)->tag = tag_of(state.get());
    return result;
}

}  // namespace storh::publish
