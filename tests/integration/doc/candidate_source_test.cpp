// What a stream makes of a source that has its ids in pages, proposes too much, or fails now and then: as an
// index may.

#include "integration/support/stream.hpp"

#include "doc/open_operation.hpp"
#include "doc/stream/stream_state.hpp"

#include <future>

namespace storh::test {
namespace {

using ids = std::vector<uuid_v7>;

/// A page of ids, or a failure.
struct page {
    explicit page(ids of) : all(std::move(of)) {}
    explicit page(errc of) : error(make_error_code(of)) {}
    ids all;
    error_code error;
};

class paged_source final : public doc::candidate_source {
public:
    explicit paged_source(std::vector<page> pages) : pages_(std::move(pages)) {}

    io::task<error_code> refill(io::ring_loop&, error_info& info) override {
        BOOST_TEST(at_hand() == 0U);
        page const now = pages_[next_page_++];
        if (now.error) info.set_detail("page " + std::to_string(next_page_));
        at_hand_ = now.all;
        next_ = 0;
        co_return now.error;
    }
    std::optional<uuid_v7> next() override {
        if (at_hand() == 0) return std::nullopt;
        return at_hand_[next_++];
    }
    std::size_t at_hand() const noexcept override { return at_hand_.size() - next_; }
    bool is_exhausted() const noexcept override {
        return at_hand() == 0 && next_page_ == pages_.size();
    }

private:
    std::vector<page> pages_;
    ids at_hand_;
    std::size_t next_ = 0;
    std::size_t next_page_ = 0;
};

struct source_fixture : stream_fixture {
    source_fixture() : placed(place_many(500)) {
        std::promise<void> opened;
        doc::open_collection(
            on->implementation(), root(), "pages", store_options(), [] { return true; },
            [&](error_code, std::unique_ptr<error_info>, std::shared_ptr<doc::collection> made) {
                state = doc::make_handle(std::move(made));
                opened.set_value();
            });
        opened.get_future().wait();
    }

    record_stream stream(std::vector<page> pages, std::optional<std::uint64_t> limit = {},
                         doc::record_filter filter = {}) {
        doc::walk plan(std::make_unique<paged_source>(std::move(pages)));
        plan.limit = limit;
        plan.filter = std::move(filter);
        return record_stream(std::make_shared<doc::stream_state>(state, std::move(plan)));
    }

    [[nodiscard]] ids part(std::size_t from, std::size_t to) const {
        return ids(placed.begin() + static_cast<std::ptrdiff_t>(from),
                   placed.begin() + static_cast<std::ptrdiff_t>(to));
    }

    ids placed;
    std::shared_ptr<doc::collection> state;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(candidate_source_suite, *utf::precondition(has_backend))

BOOST_FIXTURE_TEST_CASE(pages_come_one_after_the_other, source_fixture) {
    record_stream rows = stream(
        {page(part(0, 1)), page(ids()), page(part(1, 300)), page(part(300, 500)), page(ids())});
    BOOST_TEST((ids_of(drain(rows)) == placed));
}

BOOST_FIXTURE_TEST_CASE(the_order_is_that_of_the_source, source_fixture) {
    ids const first(placed.rbegin(), placed.rbegin() + 250);
    record_stream rows = stream({page(first), page(part(0, 250))});
    ids expected = first;
    for (uuid_v7 const& id : part(0, 250)) expected.push_back(id);
    BOOST_TEST((ids_of(drain(rows)) == expected));
}

BOOST_FIXTURE_TEST_CASE(what_is_gone_or_does_not_match_is_made_up_for, source_fixture) {
    ids first = part(0, 100);
    first.push_back(id_at(1, 1));
    for (unsigned n = 0; n < 50; ++n) std::filesystem::remove(file_of(placed[n]));
    record_stream rows = stream({page(first), page(part(100, 500))}, 60);
    BOOST_TEST((ids_of(drain(rows)) == part(50, 110)));
    auto const last = [this](record const& one) { return one.id() >= placed[490]; };
    record_stream few = stream({page(first), page(part(100, 500))}, 5, last);
    BOOST_TEST((ids_of(drain(few)) == part(490, 495)));
}

BOOST_FIXTURE_TEST_CASE(no_page_is_fetched_beyond_the_limit, source_fixture) {
    // The second would fail.
    record_stream rows = stream({page(part(0, 10)), page(errc::poisoned)}, 10);
    BOOST_TEST((ids_of(drain(rows)) == part(0, 10)));
    record_stream none = stream({page(errc::poisoned)}, 0);
    BOOST_TEST(drain(none).empty());
}

BOOST_FIXTURE_TEST_CASE(a_failure_comes_behind_what_was_read_and_may_be_tried_again,
                        source_fixture) {
    record_stream rows =
        stream({page(part(0, 10)), page(errc::locked), page(part(10, 20)), page(errc::locked)});
    BOOST_TEST((ids_of(take(rows, 10)) == part(0, 10)));
    error_info info;
    BOOST_TEST(wait(rows.next(&info)).error == errc::locked);
    BOOST_TEST(info.detail() == "page 2");
    BOOST_TEST((ids_of(take(rows, 10)) == part(10, 20)));
    auto const last = wait(rows.next_many(5, &info));
    BOOST_TEST(last.error == errc::locked);
    BOOST_TEST(info.detail() == "page 4");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace storh::test
