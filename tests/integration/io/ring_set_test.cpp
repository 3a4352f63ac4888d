#include "integration/support/backend.hpp"
#include "integration/support/child.hpp"
#include "integration/support/loop_fixture.hpp"
#include "io/ring_set.hpp"

#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <atomic>
#include <memory>

namespace storh::io {
namespace {

/// A user that takes its time to close: a turn of a ring.
class slow_user final : public ring_user {
public:
    explicit slow_user(ring_set& on) : rings_(on) {}
    void begin_close() noexcept override {
        ++closings;
        asio::post(rings_.loop(0).get_executor(), [this] {
            has_closed = true;
            rings_.remove(*this);
        });
    }
    int closings = 0;
    std::atomic<bool> has_closed{false};

private:
    ring_set& rings_;
};

int destroy_in_child(ring_set& rings) {
    return test::child([&rings](int) {
               // A hang ends the child by a signal.
               (void)::alarm(20);
               if (!rings.is_forked()) return 1;
               rings.~ring_set();
               return 0;
           })
        .wait();
}

BOOST_AUTO_TEST_SUITE(ring_set_suite, *test::utf::precondition(&test::has_backend))

BOOST_AUTO_TEST_CASE(ring_k_of_r_owns_the_buckets_from_its_share_to_the_next) {
    for (unsigned const count : {1U, 2U, 3U, 8U}) {
        ring_set rings(test::options_under_test().rings(count));
        BOOST_TEST(rings.size() == count);
        for (unsigned bucket = 0; bucket < 256; ++bucket) {
            unsigned const index = rings.loop_of_bucket(static_cast<std::uint8_t>(bucket)).index();
            // In whole numbers: k*256/R <= bucket < (k+1)*256/R.
            BOOST_REQUIRE(index * 256 <= bucket * count);
            BOOST_REQUIRE(bucket * count < (index + 1) * 256);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_path_has_always_the_same_ring) {
    ring_set rings(test::options_under_test().rings(4));
    for (char const* const path : {"a", "var/storh/app", ""}) {
        BOOST_TEST(&rings.loop_of_path(path) == &rings.loop_of_path(path));
    }
}

BOOST_AUTO_TEST_CASE(without_a_number_there_are_at_most_eight_rings) {
    ring_set const rings(test::options_under_test());
    BOOST_TEST(rings.size() >= 1U);
    BOOST_TEST(rings.size() <= 8U);
}

BOOST_AUTO_TEST_CASE(shutting_down_waits_for_every_user_and_lets_no_new_one_in) {
    ring_set rings(test::options_under_test().rings(2));
    auto const user = std::make_shared<slow_user>(rings);
    BOOST_TEST(rings.add(user));
    rings.shutdown();
    BOOST_TEST(user->has_closed.load());
    BOOST_TEST(user->closings == 1);
    BOOST_TEST(rings.size() == 0U);
    BOOST_TEST(!rings.add(user));
    BOOST_TEST(user.use_count() == 1);
    rings.shutdown();
}

BOOST_AUTO_TEST_CASE(a_user_that_has_gone_is_not_waited_for) {
    ring_set rings(test::options_under_test().rings(1));
    auto const user = std::make_shared<slow_user>(rings);
    BOOST_TEST(rings.add(user));
    rings.remove(*user);
    rings.remove(*user);
    rings.shutdown();
    BOOST_TEST(user->closings == 0);
}

// The workers of the parent sleep on what the child would destroy.
BOOST_AUTO_TEST_CASE(a_child_of_fork_may_destroy_the_rings_that_it_inherited) {
    test::loop_fixture fixture;
    operation op;
    op.job = [](operation&) noexcept { return 1; };
    BOOST_TEST(fixture.run(op) == 1);
    BOOST_TEST(destroy_in_child(fixture.rings) == 0);
    // The parent's are as they were.
    BOOST_TEST(!fixture.rings.is_forked());
    BOOST_TEST(fixture.run(op) == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::io
