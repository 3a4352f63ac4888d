#include "io/uring/prepare.hpp"

#include <boost/test/unit_test.hpp>

#include <array>

namespace storh::io::uring {
namespace {

constexpr unsigned capacity = 8;

/// A submission queue in plain memory, so that no kernel is needed.
struct paper_ring {
    paper_ring() {
        ring.sq.khead = &head;
        ring.sq.kring_entries = &entries;
        ring.sq.kring_mask = &mask;
        ring.sq.ring_entries = entries;
        ring.sq.ring_mask = mask;
        ring.sq.sqes = sqes.data();
    }

    [[nodiscard]] unsigned used() const { return ring.sq.sqe_tail; }
    [[nodiscard]] bool is_linked(unsigned index) const {
        return (sqes[index].flags & (IOSQE_IO_LINK | IOSQE_IO_HARDLINK)) != 0;
    }

    unsigned head = 0;
    unsigned entries = capacity;
    unsigned mask = capacity - 1;
    std::array<io_uring_sqe, capacity> sqes{};
    io_uring ring{};
};

entry part_of(io_uring_sqe const& sqe) {
    return static_cast<entry>(sqe.user_data & static_cast<std::uint64_t>(entry::mask));
}

void check_chain(opcode code, std::uint8_t transfer) {
    paper_ring paper;
    operation op;
    op.code = code;
    op.flags = O_RDONLY;
    op.in_flight.slot = 5;
    prepare(paper.ring, op);
    BOOST_TEST(paper.used() == entries_of(code));
    BOOST_TEST(paper.sqes[0].opcode == IORING_OP_OPENAT2);
    BOOST_TEST(paper.sqes[0].file_index == 6U);
    BOOST_TEST((paper.sqes[0].flags & IOSQE_IO_LINK) != 0);
    BOOST_TEST(paper.sqes[1].opcode == transfer);
    BOOST_TEST(paper.sqes[1].fd == 5);
    BOOST_TEST((paper.sqes[1].flags & IOSQE_FIXED_FILE) != 0);
    BOOST_CHECK(part_of(paper.sqes[0]) == entry::open);
    BOOST_CHECK(part_of(paper.sqes[1]) == entry::transfer);
}

/// The close must come also after a short transfer, which breaks a soft link.
void check_close_is_hard_linked(opcode code) {
    paper_ring paper;
    operation op;
    op.code = code;
    op.in_flight.slot = 5;
    prepare(paper.ring, op);
    BOOST_TEST((paper.sqes[1].flags & IOSQE_IO_HARDLINK) != 0);
    BOOST_TEST(paper.sqes[2].opcode == IORING_OP_CLOSE);
    BOOST_TEST(paper.sqes[2].file_index == 6U);
    BOOST_CHECK(part_of(paper.sqes[2]) == entry::close);
    BOOST_TEST(!paper.is_linked(2));
}

BOOST_AUTO_TEST_SUITE(prepare_suite)

BOOST_AUTO_TEST_CASE(reading_and_writing_a_file_are_chains_that_always_close) {
    check_chain(opcode::read_file, IORING_OP_READ);
    check_chain(opcode::write_file, IORING_OP_WRITE);
    check_close_is_hard_linked(opcode::read_file);
    check_close_is_hard_linked(opcode::write_file);
}

BOOST_AUTO_TEST_CASE(creating_a_file_leaves_it_open_and_links_nothing_to_the_write) {
    check_chain(opcode::create_file, IORING_OP_WRITE);
    paper_ring paper;
    operation op;
    op.code = opcode::create_file;
    op.in_flight.slot = 0;
    prepare(paper.ring, op);
    BOOST_TEST(!paper.is_linked(1));
}

// On current kernels a failed sync, rename or unlink does not break a link, so nothing may follow.
BOOST_AUTO_TEST_CASE(no_other_operation_is_linked_to_what_comes_after_it) {
    for (unsigned number = 0; number < opcode_count; ++number) {
        auto const code = static_cast<opcode>(number);
        if (needs_slot(code) || code == opcode::job) continue;
        paper_ring paper;
        operation op;
        op.code = code;
        prepare(paper.ring, op);
        BOOST_TEST(paper.used() == 1U, number);
        BOOST_TEST(entries_of(code) == 1U, number);
        BOOST_TEST(!paper.is_linked(0), number);
        BOOST_CHECK(part_of(paper.sqes[0]) == entry::single);
    }
}

BOOST_AUTO_TEST_CASE(an_open_stays_inside_and_passes_a_mode_only_to_create) {
    paper_ring paper;
    operation op;
    op.code = opcode::open_file;
    op.flags = O_RDONLY;
    op.mode = 0666;
    prepare(paper.ring, op);
    BOOST_TEST(op.in_flight.how.resolve == (RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS));
    BOOST_TEST(op.in_flight.how.flags == static_cast<unsigned>(O_RDONLY | O_CLOEXEC));
    BOOST_TEST(op.in_flight.how.mode == 0U);
    op.flags = O_WRONLY | O_CREAT;
    prepare(paper.ring, op);
    BOOST_TEST(op.in_flight.how.mode == 0666U);
}

BOOST_AUTO_TEST_CASE(the_rest_of_a_short_write_starts_behind_what_was_written) {
    paper_ring paper;
    std::array<char, 10> bytes{};
    operation op;
    op.code = opcode::create_file;
    op.data = bytes.data();
    op.length = bytes.size();
    op.in_flight.slot = 3;
    prepare_rest_of_write(paper.ring, op, 4);
    BOOST_TEST(paper.used() == 1U);
    BOOST_TEST(paper.sqes[0].off == 4U);
    BOOST_TEST(paper.sqes[0].len == 6U);
    BOOST_TEST(paper.sqes[0].addr == reinterpret_cast<std::uint64_t>(bytes.data() + 4));
    BOOST_TEST(!paper.is_linked(0));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io::uring
