#include "doc/stream/stream_reads.hpp"

#include "doc/get_operation.hpp"

#include <utility>

namespace storh::doc {

stream_reads::stream_reads(stream_reader& of, std::mutex& mutex, collection& from,
                           io::ring_loop& on) noexcept
    : reader_(of),
      mutex_(mutex),
      from_(from),
      loop_(on),
      begin_([](io::work_item& item) noexcept { static_cast<step&>(item).reads.begin(); }, *this),
      report_([](io::work_item& item) noexcept { static_cast<step&>(item).reads.report(); },
              *this) {}

bool stream_reads::want(window_place& place) {
    place.reader = this;
    wanted_.push_back(&place);
    return !std::exchange(is_submitted_, true);
}

void stream_reads::begin() noexcept {
    {
        std::lock_guard const lock(mutex_);
        taken_.swap(wanted_);
        is_submitted_ = false;
    }
    auto& store = from_.store();
    for (window_place* const place : taken_) {
        place->read.start(loop_, store.directory(), place->id, store.options().record_bytes_max());
    }
    taken_.clear();
}

void stream_reads::read_done(publish::record_read& read) noexcept {
    window_place& place = *static_cast<window_place*>(read.owner);
    static_cast<stream_reads*>(place.reader)->keep_finished(place);
}

void stream_reads::keep_finished(window_place& place) noexcept {
    error_info info;
    auto result = decode(place.read, &info);
    place.bytes = place.read.error() ? 0 : place.read.bytes().size();
    if (result) {
        place.found = std::move(*result);
    } else {
        place.error = result.error();
        place.info = from_.describe(place.id);
        place.info->set_detail(info.detail());
        if (info.offset()) place.info->set_offset(*info.offset());
    }
    place.read.forget();
    finished_.push_back(&place);
    // Behind what has completed by now.
    if (finished_.size() == 1) loop_.defer(report_);
}

void stream_reads::report() noexcept {
    std::vector<window_place*> places;
    places.swap(finished_);
    reader_.finished(places);
}

}  // namespace storh::doc
