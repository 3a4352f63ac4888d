#include "doc/upkeep/upkeep_state.hpp"

#include <utility>

namespace storh::doc {

upkeep_state::upkeep_state(collection& of, upkeep_options options, detail::completion_base& done)
    : state_(of), options_(std::move(options)), done_(done) {
    if (options_.report_to()) options_.report_to()->set_total(256);
}

void upkeep_state::fail(boost::system::error_code error, error_info const& info) {
    std::lock_guard const lock(mutex_);
    if (failure_) return;
    failure_ = error;
    failure_info_ = info;
    has_failed_.store(true);
}

void upkeep_state::fail(boost::system::error_code error, std::string const& path,
                        std::string const& detail) {
    error_info info;
    info.set_path(path);
    info.set_detail(detail);
    fail(error, info);
}

void upkeep_state::add(finding found) {
    std::lock_guard const lock(mutex_);
    if (options_.on_finding()) options_.on_finding()(found);
    report_.add(std::move(found));
}

void upkeep_state::add_sound(std::uint64_t records, std::uint64_t bytes) {
    std::lock_guard const lock(mutex_);
    report_.records += records;
    report_.bytes += bytes;
}

void upkeep_state::report_records(std::uint64_t count) noexcept {
    if (options_.report_to()) options_.report_to()->add_records(count);
}

void upkeep_state::report_buckets(std::uint64_t count) noexcept {
    if (options_.report_to()) options_.report_to()->add_done(count);
}

void upkeep_state::expect_home(uuid_v7 const& id) {
    std::lock_guard const lock(mutex_);
    rehomed_.insert(id);
    has_rehomed_.store(true);
}

void upkeep_state::forget_home(uuid_v7 const& id) {
    std::lock_guard const lock(mutex_);
    rehomed_.erase(id);
}

bool upkeep_state::is_rehomed(uuid_v7 const& id) {
    if (!has_rehomed_.load()) return false;
    std::lock_guard const lock(mutex_);
    return rehomed_.contains(id);
}

void upkeep_state::add_mended(mended how) {
    std::lock_guard const lock(mutex_);
    ++(how == mended::quarantined ? report_.quarantined : report_.rehomed);
}

void upkeep_state::add_swept(publish::sweep_result const& swept) {
    std::lock_guard const lock(mutex_);
    report_.temps_removed += swept.temps_removed;
    report_.markers_removed += swept.markers_removed;
}

std::uint64_t upkeep_state::count(finding_kind kind) {
    std::lock_guard const lock(mutex_);
    return report_.count(kind);
}

upkeep_outcome upkeep_state::take_outcome() {
    upkeep_outcome result;
    result.error = failure_;
    if (failure_) result.info = std::make_unique<error_info>(std::move(failure_info_));
    result.report = std::move(report_);
    return result;
}

}  // namespace storh::doc
