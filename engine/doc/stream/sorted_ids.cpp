#include "doc/stream/sorted_ids.hpp"

#include "doc/stream/next_rows.hpp"

#include <utility>

namespace storh::doc {
namespace {

constexpr std::size_t rows_at_once = 256;

}  // namespace

sorted_ids::sorted_ids(std::shared_ptr<stream_state> matching, queries::sorter by)
    : matching_(std::move(matching)), sorter_(std::move(by)) {}

sorted_ids::~sorted_ids() {
    matching_->abandon();
}

io::task<boost::system::error_code> sorted_ids::refill(io::ring_loop&, error_info& info) {
    for (;;) {
        auto [error, rows] = co_await next_rows(matching_, rows_at_once, info);
        if (!error) error = take(rows, info);
        if (error) co_return error;
        if (rows.empty()) break;
    }
    ids_ = sorter_.take();
    is_sorted_ = true;
    matching_->abandon();
    co_return boost::system::error_code();
}

boost::system::error_code sorted_ids::take(std::vector<record> const& rows, error_info& info) {
    for (record const& one : rows) {
        if (!is_too_large_) is_too_large_ = !sorter_.add(one);
    }
    if (!is_too_large_) return {};
    info.set_detail("the result does not fit into the memory for sorting; set a limit or raise it");
    return errc::sort_too_large;
}

std::optional<uuid_v7> sorted_ids::next() {
    if (at_hand() == 0) return std::nullopt;
    return ids_[next_++];
}

}  // namespace storh::doc
