// doc/insertion.hpp
//
// The state behind an inserter: a window of writes, and the puts that wait for a place in it.
//
// Threads: any; a mutex guards all. Nothing of the caller's runs under it.

#pragma once

#include <storh/detail/completion.hpp>
#include <storh/error.hpp>
#include <storh/options.hpp>

#include "doc/collection.hpp"
#include "publish/commit/write_request.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace storh::doc {

using insert_completion = detail::completion<uuid_v7>;
using finish_completion = detail::completion<std::uint64_t>;

class insertion : public std::enable_shared_from_this<insertion> {
public:
    insertion(std::shared_ptr<collection> state, asio::any_io_executor executor,
              inserter_options options);
    ~insertion();

    void put(std::optional<uuid_v7> id, json::object const& document,
             std::shared_ptr<insert_completion> done);
    /// `number` is the line's in its input, told again if its write fails later; 0 for none.
    void put_line(std::string line, std::uint64_t number, std::shared_ptr<insert_completion> done);
    void finish(std::shared_ptr<finish_completion> done);
    [[nodiscard]] error_info last_error() const;

    /// Whether a write has failed that nobody was told of.
    [[nodiscard]] bool has_failed() const;

    /// Whether everything taken is durable and has been told.
    [[nodiscard]] bool is_idle() const;

private:
    class write;
    struct waiting_put {
        waiting_put(std::unique_ptr<write> what, std::shared_ptr<insert_completion> whom);
        waiting_put(waiting_put&& other) noexcept;
        ~waiting_put();
        std::unique_ptr<write> request;
        std::shared_ptr<insert_completion> done;
    };

    std::unique_ptr<write> make_write(std::optional<uuid_v7> id, std::uint64_t line);
    void encode(std::unique_ptr<write> request, json::object const& document,
                std::shared_ptr<insert_completion> done);
    void refuse(boost::system::error_code error, error_info info, insert_completion& done);
    void take(std::unique_ptr<write> request, std::shared_ptr<insert_completion> done);
    [[nodiscard]] bool admit(std::unique_ptr<write> request, insert_completion& done);
    void finished(write& request);
    void admit_waiting(std::unique_lock<std::mutex>& lock);
    void complete_finishers(std::unique_lock<std::mutex>& lock);
    void announce(uuid_v7 const& id);
    void deliver_announcements();

    std::shared_ptr<collection> state_;
    asio::any_io_executor executor_;
    inserter_options options_;
    mutable std::mutex mutex_;
    std::size_t in_flight_ = 0;
    std::uint64_t written_ = 0;
    std::deque<waiting_put> waiting_;
    std::vector<std::shared_ptr<finish_completion>> finishers_;
    boost::system::error_code error_;  // the first that nobody was told of
    error_info info_;
    std::vector<uuid_v7> announcements_;
    bool is_announcing_ = false;
};

}  // namespace storh::doc
