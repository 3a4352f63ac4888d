#include "io/uring/prepare.hpp"

namespace storh::io::uring {
namespace {

/// Last, because preparing an entry clears it.
void finish(io_uring_sqe* sqe, operation& op, entry part, unsigned flags = 0) noexcept {
    sqe->flags |= static_cast<__u8>(flags);
    sqe->user_data = reinterpret_cast<std::uint64_t>(&op) | static_cast<std::uint64_t>(part);
}

unsigned fixed_flag(file_handle const& file) noexcept {
    return file.is_direct ? IOSQE_FIXED_FILE : 0U;
}

void set_how(operation& op, std::uint32_t extra_flags) noexcept {
    op.in_flight.how = {};
    op.in_flight.how.flags = op.flags | extra_flags;
    op.in_flight.how.mode = (op.flags & O_CREAT) != 0 ? op.mode : 0;
    op.in_flight.how.resolve = resolve_inside;
}

void prepare_open(io_uring& ring, operation& op) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    set_how(op, O_CLOEXEC);
    io_uring_prep_openat2(sqe, op.directory, op.path, &op.in_flight.how);
    finish(sqe, op, entry::single);
}

/// The first entry of a chain. A slot of the ring's own table needs no close-on-exec.
void prepare_open_direct(io_uring& ring, operation& op) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    set_how(op, 0);
    io_uring_prep_openat2_direct(sqe, op.directory, op.path, &op.in_flight.how,
                                 static_cast<unsigned>(op.in_flight.slot));
    finish(sqe, op, entry::open, IOSQE_IO_LINK);
}

void prepare_transfer(io_uring& ring, operation& op, unsigned flags) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    if (op.code == opcode::read_file) {
        io_uring_prep_read(sqe, op.in_flight.slot, op.data, op.length, 0);
    } else {
        io_uring_prep_write(sqe, op.in_flight.slot, op.data, op.length, 0);
    }
    finish(sqe, op, entry::transfer, IOSQE_FIXED_FILE | flags);
}

void prepare_close_direct(io_uring& ring, operation& op) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    io_uring_prep_close_direct(sqe, static_cast<unsigned>(op.in_flight.slot));
    finish(sqe, op, entry::close);
}

void prepare_close(io_uring& ring, operation& op) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    if (op.file.is_direct) {
        io_uring_prep_close_direct(sqe, static_cast<unsigned>(op.file.index));
    } else {
        io_uring_prep_close(sqe, op.file.index);
    }
    finish(sqe, op, entry::single);
}

void prepare_named(io_uring& ring, operation& op) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    switch (op.code) {
        case opcode::rename_file:
            io_uring_prep_renameat(sqe, op.directory, op.path, op.directory, op.target, op.flags);
            break;
        case opcode::unlink_file:
            io_uring_prep_unlinkat(sqe, op.directory, op.path, static_cast<int>(op.flags));
            break;
        case opcode::make_directory:
            io_uring_prep_mkdirat(sqe, op.directory, op.path, op.mode);
            break;
        case opcode::stat_file:
            io_uring_prep_statx(sqe, op.directory, op.path, static_cast<int>(op.flags),
                                STATX_BASIC_STATS, op.status);
            break;
        default: io_uring_prep_nop(sqe); break;
    }
    finish(sqe, op, entry::single);
}

void prepare_on_file(io_uring& ring, operation& op) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    switch (op.code) {
        case opcode::read_at:
            io_uring_prep_read(sqe, op.file.index, op.data, op.length, op.offset);
            break;
        case opcode::write_at:
            io_uring_prep_write(sqe, op.file.index, op.data, op.length, op.offset);
            break;
        default: io_uring_prep_fsync(sqe, op.file.index, 0); break;
    }
    finish(sqe, op, entry::single, fixed_flag(op.file));
}

}  // namespace

unsigned entries_of(opcode code) noexcept {
    switch (code) {
        case opcode::read_file:
        case opcode::write_file: return 3;
        case opcode::create_file: return 2;
        default: return 1;
    }
}

bool needs_slot(opcode code) noexcept {
    return code == opcode::read_file || code == opcode::write_file || code == opcode::create_file;
}

void prepare(io_uring& ring, operation& op) noexcept {
    switch (op.code) {
        case opcode::read_file:
        case opcode::write_file:
            prepare_open_direct(ring, op);
            prepare_transfer(ring, op, IOSQE_IO_HARDLINK);
            prepare_close_direct(ring, op);
            break;
        case opcode::create_file:
            prepare_open_direct(ring, op);
            prepare_transfer(ring, op, 0);
            break;
        case opcode::open_file: prepare_open(ring, op); break;
        case opcode::close_file: prepare_close(ring, op); break;
        case opcode::read_at:
        case opcode::write_at:
        case opcode::sync_file: prepare_on_file(ring, op); break;
        default: prepare_named(ring, op); break;
    }
}

void prepare_rest_of_write(io_uring& ring, operation& op, std::uint32_t done) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
    io_uring_prep_write(sqe, op.in_flight.slot, static_cast<char*>(op.data) + done,
                        op.length - done, done);
    finish(sqe, op, entry::transfer, IOSQE_FIXED_FILE);
}

}  // namespace storh::io::uring
