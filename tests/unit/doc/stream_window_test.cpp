#include "doc/stream/stream_window.hpp"

#include "support/ids.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

namespace storh::doc {
namespace {

using test::id_in_bucket;

void never_called(publish::record_read&) noexcept {}

/// A window that expects records of `bytes`.
stream_window window_for(std::size_t bytes) {
    return stream_window(&never_called, bytes);
}

/// Reads `place` and finds a record of `bytes`.
void read(stream_window& window, window_place& place, std::size_t bytes) {
    place.bytes = bytes;
    place.found.emplace(place.id, json::object());
    window.note_read(place);
}

BOOST_AUTO_TEST_SUITE(stream_window_suite)

BOOST_AUTO_TEST_CASE(it_has_room_for_so_many_records_that_are_small) {
    stream_window window = window_for(200);
    BOOST_TEST(window.room() == stream_window::records_max);
    BOOST_TEST(window.empty());
}

BOOST_AUTO_TEST_CASE(while_nothing_is_known_it_begins_carefully) {
    BOOST_TEST(window_for(0).room() == 8U);
}

BOOST_AUTO_TEST_CASE(it_has_room_for_as_many_large_records_as_its_bytes_hold_and_one_at_least) {
    BOOST_TEST(window_for(stream_window::bytes_max / 4).room() == 4U);
    BOOST_TEST(window_for(stream_window::bytes_max * 3).room() == 1U);
}

BOOST_AUTO_TEST_CASE(it_wants_no_more_until_that_is_worth_a_hand_over) {
    stream_window window = window_for(200);
    std::vector<window_place*> places;
    for (unsigned n = 0; n < stream_window::records_max; ++n) {
        places.push_back(&window.push(id_in_bucket(1, n)));
    }
    BOOST_TEST(window.room() == 0U);
    for (unsigned n = 0; n < stream_window::batch_records; ++n) {
        BOOST_TEST(window.room() == 0U);
        read(window, *places[n], 200);
        window.pop_front();
    }
    BOOST_TEST(window.room() == stream_window::batch_records);
}

BOOST_AUTO_TEST_CASE(what_is_ready_is_what_has_been_read_at_the_front) {
    stream_window window = window_for(200);
    window_place& first = window.push(id_in_bucket(1, 1));
    window_place& second = window.push(id_in_bucket(2, 2));
    window_place& third = window.push(id_in_bucket(3, 3));
    BOOST_TEST(window.ready() == 0U);
    read(window, second, 200);
    BOOST_TEST(window.ready() == 0U);
    read(window, first, 200);
    BOOST_TEST(window.ready() == 2U);
    window.pop_front();
    BOOST_TEST(window.ready() == 1U);
    BOOST_TEST((window.front().id == id_in_bucket(2, 2)));
    read(window, third, 200);
    BOOST_TEST(window.ready() == 2U);
    BOOST_TEST(window.size() == 2U);
}

BOOST_AUTO_TEST_CASE(bytes_that_wait_to_be_taken_leave_no_room) {
    stream_window window = window_for(200);
    read(window, window.push(id_in_bucket(1, 1)), stream_window::bytes_max);
    BOOST_TEST(window.room() == 0U);
    window.pop_front();
    BOOST_TEST(window.room() > 0U);
}

BOOST_AUTO_TEST_CASE(large_records_make_the_window_smaller_and_small_ones_larger_again) {
    stream_window window = window_for(200);
    read(window, window.push(id_in_bucket(1, 1)), stream_window::bytes_max / 8);
    window.pop_front();
    BOOST_TEST(window.room() == 8U);
    BOOST_TEST(window.expected_bytes() == stream_window::bytes_max / 8);
    for (unsigned n = 0; n < 200; ++n) {
        read(window, window.push(id_in_bucket(1, n)), 200);
        window.pop_front();
    }
    BOOST_TEST(window.room() == stream_window::records_max);
}

BOOST_AUTO_TEST_CASE(a_place_is_used_again_without_what_it_held) {
    stream_window window = window_for(200);
    window_place& place = window.push(id_in_bucket(1, 1));
    place.error = make_error_code(errc::corrupt_record);
    place.info = std::make_unique<error_info>();
    window.note_read(place);
    window.pop_front();
    window_place& again = window.push(id_in_bucket(2, 2));
    BOOST_TEST(&again == &place);
    BOOST_TEST(!again.is_read);
    BOOST_TEST(!again.found.has_value());
    BOOST_TEST(!again.error);
    BOOST_TEST((again.info == nullptr));
}

BOOST_AUTO_TEST_CASE(a_record_that_is_not_given_out_takes_no_room) {
    stream_window window = window_for(200);
    window_place& gone = window.push(id_in_bucket(1, 1));
    gone.bytes = stream_window::bytes_max;
    window.note_read(gone);
    BOOST_TEST(window.expected_bytes() == stream_window::bytes_max);
    BOOST_TEST(window.ready() == 1U);
    window.pop_front();
    BOOST_TEST(window.room() == 1U);
}

BOOST_AUTO_TEST_CASE(cleared_it_is_empty) {
    stream_window window = window_for(200);
    read(window, window.push(id_in_bucket(1, 1)), 100);
    (void)window.push(id_in_bucket(1, 2));
    window.clear();
    BOOST_TEST(window.empty());
    BOOST_TEST(window.ready() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace storh::doc
