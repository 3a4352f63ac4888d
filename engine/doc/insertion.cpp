#include "doc/insertion.hpp"

#include "doc/write_operation.hpp"
#include "format/import_row.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace storh::doc {

namespace sys = boost::system;

/// One write of the window. It holds the collection from its making to its end.
class insertion::write final : public publish::write_request {
public:
    write(std::shared_ptr<insertion> of, std::uint64_t line_number)
        : all(std::move(of)), line(line_number) {}

    [[nodiscard]] bool try_start() noexcept override { return true; }
    void finish() noexcept override {
        std::unique_ptr<write> const self(this);
        all->finished(*this);
        all->state_->end();
    }

    std::shared_ptr<insertion> all;
    std::uint64_t line;
};

insertion::waiting_put::waiting_put(std::unique_ptr<write> what,
                                    std::shared_ptr<insert_completion> whom)
    : request(std::move(what)), done(std::move(whom)) {}
insertion::waiting_put::waiting_put(waiting_put&& other) noexcept = default;
insertion::waiting_put::~waiting_put() = default;

insertion::insertion(std::shared_ptr<collection> state, asio::any_io_executor executor,
                     inserter_options options)
    : state_(std::move(state)), executor_(std::move(executor)), options_(std::move(options)) {}

insertion::~insertion() = default;

std::unique_ptr<insertion::write> insertion::make_write(std::optional<uuid_v7> id,
                                                        std::uint64_t line) {
    auto made = std::make_unique<write>(shared_from_this(), line);
    made->id = id ? *id : uuid_v7::generate();
    return made;
}

void insertion::put(std::optional<uuid_v7> id, json::object const& document,
                    std::shared_ptr<insert_completion> done) {
    if (!state_) return refuse(errc::closed, {}, *done);
    encode(make_write(id, 0), document, std::move(done));
}

void insertion::encode(std::unique_ptr<write> request, json::object const& document,
                       std::shared_ptr<insert_completion> done) {
    error_info info;
    sys::error_code error = request->id.is_nil() ? make_error_code(errc::invalid_id)
                                                 : encode_into(*request, document, *state_, info);
    if (error) return refuse(error, std::move(info), *done);
    take(std::move(request), std::move(done));
}

void insertion::put_line(std::string line, std::uint64_t number,
                         std::shared_ptr<insert_completion> done) {
    if (!state_) return refuse(errc::closed, {}, *done);
    error_info info;
    auto row = parse_import_row(line, &info);
    if (!row) return refuse(row.error(), std::move(info), *done);
    if (!*row) return done->complete({}, uuid_v7());
    auto request = make_write((*row)->id, number);
    if (!(*row)->verbatim) return encode(std::move(request), (*row)->data, std::move(done));
    if (auto const error = check_schema(request->id, (*row)->data, *state_, info)) {
        return refuse(error, std::move(info), *done);
    }
    std::string_view const text = trim_line_end(line);
    if (text.size() >= state_->options().record_bytes_max()) {
        info.set_detail("the line is longer than a record may be");
        return refuse(errc::record_too_large, std::move(info), *done);
    }
    request->bytes.reserve(text.size() + 1);
    request->bytes.assign(text).push_back('\n');
    request->values = state_->indexes().values_of((*row)->data);
    take(std::move(request), std::move(done));
}

void insertion::refuse(sys::error_code error, error_info info, insert_completion& done) {
    {
        std::lock_guard const lock(mutex_);
        info_ = info;
    }
    done.complete_error(error, std::make_unique<error_info>(std::move(info)));
}

void insertion::take(std::unique_ptr<write> request, std::shared_ptr<insert_completion> done) {
    if (auto const error = state_->begin_write()) return refuse(error, {}, *done);
    std::unique_lock lock(mutex_);
    if (error_) {
        sys::error_code const error = std::exchange(error_, {});
        lock.unlock();
        done->complete_error(error, std::make_unique<error_info>(last_error()));
        state_->end();
    } else if (in_flight_ < options_.in_flight() && waiting_.empty()) {
        ++in_flight_;
        lock.unlock();
        if (admit(std::move(request), *done)) return;
        lock.lock();
        --in_flight_;
        admit_waiting(lock);
        complete_finishers(lock);
        lock.unlock();
        state_->end();
    } else {
        waiting_.emplace_back(std::move(request), std::move(done));
    }
}

bool insertion::admit(std::unique_ptr<write> request, insert_completion& done) {
    // Counted in flight already; one that has been cancelled gives its place back to the caller.
    if (!done.try_start()) return false;
    uuid_v7 const id = request->id;
    state_->store().submit(*request.release());
    done.complete({}, id);
    return true;
}

void insertion::finished(write& request) {
    std::unique_lock lock(mutex_);
    --in_flight_;
    if (request.error) {
        if (!error_) {
            error_ = request.error;
            info_ = *describe_failure(*state_, request);
            info_.set_line(request.line);
        }
    } else {
        ++written_;
        if (options_.on_durable()) announce(request.id);
    }
    admit_waiting(lock);
    complete_finishers(lock);
}

void insertion::admit_waiting(std::unique_lock<std::mutex>& lock) {
    while (!waiting_.empty() && in_flight_ < options_.in_flight()) {
        waiting_put next = std::move(waiting_.front());
        waiting_.pop_front();
        sys::error_code const error = std::exchange(error_, {});
        if (!error) ++in_flight_;
        lock.unlock();
        bool const is_in = !error && admit(std::move(next.request), *next.done);
        if (error) {
            next.done->complete_error(error, std::make_unique<error_info>(last_error()));
        }
        if (!is_in) state_->end();
        lock.lock();
        if (!is_in && !error) --in_flight_;
    }
}

void insertion::complete_finishers(std::unique_lock<std::mutex>& lock) {
    if (in_flight_ > 0 || !waiting_.empty() || finishers_.empty()) return;
    if (is_announcing_) return;  // the last ids are told first; deliver_announcements() comes back
    auto const finishers = std::exchange(finishers_, {});
    sys::error_code const error = std::exchange(error_, {});
    std::uint64_t const count = written_;
    lock.unlock();
    for (auto const& done : finishers) {
        if (error) {
            done->complete_error_with(error, std::make_unique<error_info>(last_error()), count);
        } else {
            done->complete({}, count);
        }
    }
    lock.lock();
}

void insertion::finish(std::shared_ptr<finish_completion> done) {
    std::unique_lock lock(mutex_);
    finishers_.push_back(std::move(done));
    complete_finishers(lock);
}

error_info insertion::last_error() const {
    std::lock_guard const lock(mutex_);
    return info_;
}

bool insertion::has_failed() const {
    std::lock_guard const lock(mutex_);
    return error_.failed();
}

bool insertion::is_idle() const {
    std::lock_guard const lock(mutex_);
    return in_flight_ == 0 && waiting_.empty() && !is_announcing_;
}

void insertion::announce(uuid_v7 const& id) {
    announcements_.push_back(id);
    if (std::exchange(is_announcing_, true)) return;
    asio::post(executor_, [self = shared_from_this()] { self->deliver_announcements(); });
}

void insertion::deliver_announcements() {
    std::unique_lock lock(mutex_);
    while (!announcements_.empty()) {
        std::vector<uuid_v7> const ids = std::exchange(announcements_, {});
        lock.unlock();
        try {
            options_.on_durable()(ids);
        } catch (...) {
            // The caller's own; whoever waits for the end must not wait for ever.
            lock.lock();
            is_announcing_ = false;
            complete_finishers(lock);
            throw;
        }
        lock.lock();
    }
    is_announcing_ = false;
    complete_finishers(lock);
}

}  // namespace storh::doc
