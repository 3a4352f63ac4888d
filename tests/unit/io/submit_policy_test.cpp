#include "io/uring/submit_policy.hpp"

#include <boost/test/unit_test.hpp>

namespace storh::io::uring {
namespace {

/// A positive answer of the kernel is a count, a negative one an error number.
bool is(int answer, unsigned ready, submit_step step) {
    return after_submit(answer, ready) == step;
}

BOOST_AUTO_TEST_SUITE(submit_policy_suite)

BOOST_AUTO_TEST_CASE(a_count_is_success_also_when_it_is_short_or_zero) {
    BOOST_TEST(is(0, 0, submit_step::done));
    BOOST_TEST(is(1, 0, submit_step::done));
    BOOST_TEST(is(4096, 17, submit_step::done));
}

BOOST_AUTO_TEST_CASE(an_interrupted_submit_is_made_again_at_once) {
    BOOST_TEST(is(-EINTR, 0, submit_step::again));
    BOOST_TEST(is(-EINTR, 5, submit_step::again));
}

BOOST_AUTO_TEST_CASE(eagain_takes_completions_first_and_backs_off_without_any) {
    BOOST_TEST(is(-EAGAIN, 1, submit_step::reap));
    BOOST_TEST(is(-EAGAIN, 0, submit_step::back_off));
}

BOOST_AUTO_TEST_CASE(ebusy_takes_completions_first_and_backs_off_without_any) {
    BOOST_TEST(is(-EBUSY, 1, submit_step::reap));
    BOOST_TEST(is(-EBUSY, 0, submit_step::back_off));
}

BOOST_AUTO_TEST_CASE(enomem_takes_completions_first_and_backs_off_without_any) {
    BOOST_TEST(is(-ENOMEM, 1, submit_step::reap));
    BOOST_TEST(is(-ENOMEM, 0, submit_step::back_off));
}

BOOST_AUTO_TEST_CASE(a_wait_that_timed_out_is_no_failure) {
    BOOST_TEST(is(-ETIME, 0, submit_step::done));
}

BOOST_AUTO_TEST_CASE(every_other_answer_means_that_the_ring_is_broken) {
    for (int const error : {EBADF, EBADFD, EBADR, EFAULT, EINVAL, ENXIO, EOPNOTSUPP, EEXIST}) {
        BOOST_TEST(is(-error, 0, submit_step::broken), error);
        BOOST_TEST(is(-error, 3, submit_step::broken), error);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io::uring
