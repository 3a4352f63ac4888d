// doc/next_rows.hpp
//
// The next records of a stream, for the coroutines of the engine itself.

#pragma once

#include "doc/stream/stream_state.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/error.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace storh::doc {

struct start_next_rows {
    start_next_rows(std::shared_ptr<stream_state> of, std::size_t count, error_info* report)
        : rows(std::move(of)), most(count), info(report) {}
    void operator()(std::shared_ptr<next_many_completion> done) && {
        done->report_to(info);
        rows->next_many(most, std::move(done));
    }
    std::shared_ptr<stream_state> rows;
    std::size_t most;
    error_info* info;
};

/// At most `most`, as record_stream::next_many gives them; to be awaited for an error and the records.
[[nodiscard]] inline auto next_rows(std::shared_ptr<stream_state> rows, std::size_t most,
                                    error_info& info) {
    return detail::initiate<std::vector<record>>(asio::as_tuple(asio::deferred),
                                                 asio::error::operation_aborted,
                                                 start_next_rows(std::move(rows), most, &info));
}

}  // namespace storh::doc
