#include "support/chain_reader.hpp"

#include "support/interrupt.hpp"

#include <storh/engine_options.hpp>

#include <fcntl.h>

#include <array>
#include <bit>
#include <cerrno>
#include <system_error>

namespace storh::bench {

namespace {

/// Which entry of a chain a completion belongs to: the low bits of its user_data, below the slot.
enum part : std::uint64_t { opened = 0, has_read = 1, closed = 2, part_mask = 3 };

/// Negative results of liburing as exceptions.
int answered(int result, char const* call) {
    if (result < 0) throw std::system_error(-result, std::generic_category(), call);
    return result;
}

/// The best flags first, as the library does.
void set_up(io_uring& ring, unsigned entries) {
    constexpr std::array<unsigned, 2> flags{
        IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL, 0};
    int result = -EINVAL;
    for (unsigned const some : flags) {
        if (result == -EINVAL) result = io_uring_queue_init(entries, &ring, some);
    }
    answered(result, "io_uring_setup");
}

void label(io_uring_sqe* entry, unsigned slot, part which, unsigned flags) {
    entry->flags |= static_cast<__u8>(flags);
    entry->user_data = std::uint64_t{slot} << 2U | which;
}

}  // namespace

chain_reader::chain_reader(unsigned in_flight, std::size_t bytes_max)
    : bytes_max_(bytes_max), buffers_(in_flight * bytes_max) {
    for (unsigned slot = in_flight; slot-- > 0;) free_slots_.push_back(slot);
    set_up(ring_, std::bit_ceil(in_flight * 3));
    try {
        answered(io_uring_register_files_sparse(&ring_, in_flight), "register files");
        unsigned workers[2] = {engine_options().io_workers(), 0};
        answered(io_uring_register_iowq_max_workers(&ring_, workers), "register workers");
    } catch (...) {
        io_uring_queue_exit(&ring_);
        throw;
    }
}

chain_reader::~chain_reader() {
    io_uring_queue_exit(&ring_);
}

std::uint64_t chain_reader::read_all(int directory, std::span<std::string const> paths) {
    std::size_t const slots = free_slots_.size();
    while (!paths.empty() || free_slots_.size() < slots) {
        check_interrupted();
        while (!paths.empty() && !free_slots_.empty()) {
            start(directory, paths.front().c_str());
            paths = paths.subspan(1);
        }
        ++enters_;
        int const result = io_uring_submit_and_wait(&ring_, 1);
        if (result != -EINTR) answered(result, "io_uring_enter");
        reap();
    }
    return bytes_;
}

void chain_reader::start(int directory, char const* path) {
    unsigned const slot = free_slots_.back();
    free_slots_.pop_back();
    io_uring_sqe* entry = io_uring_get_sqe(&ring_);
    io_uring_prep_openat_direct(entry, directory, path, O_RDONLY, 0, slot);
    label(entry, slot, opened, IOSQE_IO_LINK);
    entry = io_uring_get_sqe(&ring_);
    io_uring_prep_read(entry, static_cast<int>(slot), &buffers_[slot * bytes_max_],
                       static_cast<unsigned>(bytes_max_), 0);
    // A read that is short, as the last one of every file, would break a soft link.
    label(entry, slot, has_read, IOSQE_FIXED_FILE | IOSQE_IO_HARDLINK);
    entry = io_uring_get_sqe(&ring_);
    io_uring_prep_close_direct(entry, slot);
    label(entry, slot, closed, 0);
}

void chain_reader::reap() {
    io_uring_cqe* completion = nullptr;
    unsigned head = 0;
    unsigned count = 0;
    io_uring_for_each_cqe(&ring_, head, completion) {
        ++count;
        take(*completion);
    }
    io_uring_cq_advance(&ring_, count);
}

void chain_reader::take(io_uring_cqe const& completion) {
    answered(completion.res, "open, read or close in a chain");
    auto const which = completion.user_data & part_mask;
    if (which == has_read) bytes_ += static_cast<std::uint64_t>(completion.res);
    if (which == closed) free_slots_.push_back(static_cast<unsigned>(completion.user_data >> 2U));
}

}  // namespace storh::bench
