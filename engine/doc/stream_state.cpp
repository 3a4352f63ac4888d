// One file, though long: listing, window and answers are one state under one mutex.

#include "doc/stream_state.hpp"

#include "doc/get_operation.hpp"
#include "doc/strict_equal.hpp"
#include "io/batch.hpp"
#include "publish/listing_job.hpp"
#include "publish/record_read.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <utility>

namespace storh::doc {

namespace sys = boost::system;

/// Reads of one ring that were handed over together. Each read runs on its own; the last one to end
/// deletes the object.
class stream_state::ring_reads final : public io::work_item {
public:
    explicit ring_reads(std::shared_ptr<stream_state> of)
        : work_item(&ring_reads::begin), all_(std::move(of)) {}

    void add(std::shared_ptr<place> target) { reads_.emplace_back(*this, std::move(target)); }
    [[nodiscard]] bool empty() const noexcept { return reads_.empty(); }
    void submit(io::ring_loop& loop) noexcept {
        loop_ = &loop;
        loop.post(*this);
    }

private:
    struct one_read {
        one_read(ring_reads& reads, std::shared_ptr<place> to)
            : of(reads), target(std::move(to)), read(&ring_reads::done, this) {}
        ring_reads& of;
        std::shared_ptr<place> target;
        publish::record_read read;
    };

    static void begin(io::work_item& item) noexcept {
        ring_reads& self = static_cast<ring_reads&>(item);
        auto& store = self.all_->state_->store();
        self.left_ = self.reads_.size();
        for (one_read& one : self.reads_) {
            one.read.start(*self.loop_, store.directory(), one.target->id,
                           store.options().record_bytes_max());
        }
    }

    static void done(publish::record_read& read) noexcept {
        one_read& one = *static_cast<one_read*>(read.owner);
        ring_reads& self = one.of;
        error_info info;
        auto result = decode(read, &info);
        std::size_t const bytes = read.error() ? 0 : read.bytes().size();
        if (result) {
            self.all_->read_done(*one.target, bytes, std::move(*result), {}, nullptr);
        } else {
            auto details = self.all_->state_->describe(read.id);
            details->set_detail(info.detail());
            if (info.offset()) details->set_offset(*info.offset());
            self.all_->read_done(*one.target, bytes, {}, result.error(), std::move(details));
        }
        if (--self.left_ == 0) self.end();
    }

    void end() noexcept {
        std::unique_ptr<ring_reads> const self(this);
        all_->state_->end();
    }

    std::shared_ptr<stream_state> all_;
    std::deque<one_read> reads_;
    io::ring_loop* loop_ = nullptr;
    std::size_t left_ = 0;
};

stream_state::stream_state(std::shared_ptr<collection> state, record_query query)
    : state_(std::move(state)), query_(std::move(query)) {}

void stream_state::next(std::shared_ptr<next_completion> done) {
    // What has been read ahead is not given out after a close either.
    if (sys::error_code const error = state_->begin()) return done->complete_error(error);
    accept(std::move(done));
    state_->end();
}

void stream_state::accept(std::shared_ptr<next_completion> done) {
    std::unique_lock lock(mutex_);
    if (is_abandoned_ || (waiting_ && !waiting_->is_done())) {
        lock.unlock();
        return done->complete_error(make_error_code(errc::closed));
    }
    waiting_ = std::move(done);
    if (phase_ == phase::fresh) return begin_listing(lock);
    if (phase_ == phase::walking) serve(lock);
}

void stream_state::abandon() noexcept {
    std::shared_ptr<next_completion> unanswered;
    {
        std::lock_guard const lock(mutex_);
        is_abandoned_ = true;
        end_of_walk();
        unanswered = std::move(waiting_);
    }
    // Nothing else would: its context would wait for ever.
    if (unanswered) unanswered->complete_error(asio::error::operation_aborted);
}

void stream_state::end_of_walk() noexcept {
    merge_ = id_merge();
    lists_.clear();
    window_.clear();
    window_bytes_ = 0;
}

namespace {

/// One job for so many buckets: enough jobs to keep the workers busy, few enough to hand over.
constexpr unsigned buckets_a_job = 8;

io::task<sys::error_code> list_all(io::ring_loop& loop, publish::bucket_store& store,
                                   std::vector<publish::id_list>& lists) {
    int const directory = store.directory();
    if (directory == -ENOENT) co_return sys::error_code();
    std::deque<publish::listing_job> jobs;
    io::batch all(loop);
    for (unsigned first = 0; first < 256; first += buckets_a_job) {
        auto& job = jobs.emplace_back(directory, first, first + buckets_a_job, store.listings());
        all.start_job(job.op);
    }
    co_await all.finished();
    sys::error_code error;
    for (publish::listing_job& job : jobs) {
        if (job.error()) error = job.error();
        for (auto& list : job.lists) lists.push_back(std::move(list));
    }
    co_return error;
}

}  // namespace

void stream_state::begin_listing(std::unique_lock<std::mutex>& lock) {
    phase_ = phase::listing;
    sys::error_code const error = state_->begin();
    if (error) {
        phase_ = phase::walking;
        failure_ = error;
        return serve(lock);
    }
    lock.unlock();
    auto& store = state_->store();
    io::ring_loop& loop = store.rings().loop_of_path(store.path());
    asio::co_spawn(loop.get_executor(), list(shared_from_this(), loop),
                   [](std::exception_ptr failure) noexcept {
                       if (failure) std::rethrow_exception(failure);
                   });
}

io::task<void> stream_state::list(std::shared_ptr<stream_state> self, io::ring_loop& loop) {
    std::vector<publish::id_list> lists;
    sys::error_code const error = co_await list_all(loop, self->state_->store(), lists);
    self->listed(std::move(lists), error);
    self->state_->end();
}

void stream_state::listed(std::vector<publish::id_list> lists, sys::error_code error) {
    std::unique_lock lock(mutex_);
    phase_ = phase::walking;
    failure_ = error;
    if (is_abandoned_) return;
    id_bounds const bounds(query_);
    std::vector<std::span<uuid_v7 const>> parts;
    for (auto const& list : lists) parts.push_back(bounds.cut(*list));
    lists_ = std::move(lists);
    merge_ = id_merge(std::move(parts), query_.is_reverse());
    serve(lock);
}

void stream_state::serve(std::unique_lock<std::mutex>& lock) {
    outcome result;
    std::shared_ptr<next_completion> done = answer(result);
    fill();
    // Reading ahead may have failed just now, and then no read may be under way to come back here.
    if (!done && failure_) done = answer(result);
    lock.unlock();
    if (done) done->complete_claimed(result.error, std::move(result.info), std::move(result.found));
}

/// The call that waits, with what it gets, when there is something for it.
std::shared_ptr<next_completion> stream_state::answer(outcome& result) {
    if (!is_outcome_due()) return nullptr;
    std::shared_ptr<next_completion> done = std::move(waiting_);
    // A cancelled next() takes nothing.
    if (!done || !done->claim()) return nullptr;
    take_outcome(result);
    return done;
}

bool stream_state::is_at_end() const noexcept {
    bool const is_full = query_.limit() && delivered_ >= *query_.limit();
    return is_full || (window_.empty() && merge_.size() == 0);
}

/// Drops from the front what the consumer does not get to see, and tells whether there is something
/// for it: a record, an error, or the end.
bool stream_state::is_outcome_due() {
    if (failure_) return true;
    while (!window_.empty() && window_.front()->is_read && !is_at_end()) {
        place& front = *window_.front();
        bool const is_skipped = front.error && query_.on_error() == error_policy::skip;
        if (!is_skipped && (front.error || front.found)) return true;
        if (is_skipped) note_skipped(front);
        pop_front();
    }
    return is_at_end();
}

void stream_state::take_outcome(outcome& result) {
    if (failure_) {
        result.error = failure_;
    } else if (!is_at_end()) {
        place& front = *window_.front();
        result.error = front.error;
        result.info = std::move(front.info);
        result.found = std::move(front.found);
        if (!result.error) ++delivered_;
        pop_front();
    }
}

void stream_state::pop_front() noexcept {
    window_bytes_ -= window_.front()->bytes;
    window_.pop_front();
}

void stream_state::note_skipped(place& damaged) {
    ++skipped_count_;
    if (skipped_.size() < errors_kept && damaged.info) skipped_.push_back(std::move(*damaged.info));
}

/// How many more records to read ahead now.
std::size_t stream_state::room() const noexcept {
    // How many fit if they are as large as those before.
    std::size_t const capacity = std::clamp<std::size_t>(
        window_bytes / std::max<std::size_t>(expected_bytes_, 1), 1, window_records);
    std::size_t most = capacity - std::min(capacity, window_.size());
    bool const waits_for_a_batch = !window_.empty() && most < capacity / 4;
    if (is_abandoned_ || failure_ || window_bytes_ >= window_bytes || waits_for_a_batch) return 0;
    if (query_.limit() && query_.equalities().empty()) {
        // Not more than can be asked for; those that turn out to be gone are made up for later.
        std::uint64_t const wanted = *query_.limit() - std::min(*query_.limit(), delivered_);
        most =
            std::min<std::uint64_t>(most, wanted - std::min<std::uint64_t>(wanted, window_.size()));
    }
    return most;
}

void stream_state::fill() {
    std::size_t left = room();
    if (left == 0 || merge_.size() == 0) return;
    auto& rings = state_->store().rings();
    std::vector<std::unique_ptr<ring_reads>> reads(rings.size());
    for (std::optional<uuid_v7> id; left > 0 && (id = merge_.next()); --left) {
        auto target = std::make_shared<place>(*id);
        window_.push_back(target);
        auto& of_ring = reads[rings.loop_of_bucket(id->bucket()).index()];
        if (!of_ring) of_ring = std::make_unique<ring_reads>(shared_from_this());
        of_ring->add(std::move(target));
    }
    for (unsigned index = 0; index < rings.size(); ++index) {
        if (!reads[index]) continue;
        if (sys::error_code const error = state_->begin()) {
            failure_ = error;
            return;
        }
        reads[index].release()->submit(rings.loop(index));
    }
}

void stream_state::read_done(place& target, std::size_t bytes, std::optional<record> found,
                             sys::error_code error, std::unique_ptr<error_info> info) {
    bool const is_wanted = found && matches(*found);
    std::unique_lock lock(mutex_);
    target.is_read = true;
    if (is_abandoned_) return;
    target.error = error;
    target.info = std::move(info);
    expected_bytes_ = std::max(bytes, expected_bytes_ - expected_bytes_ / 16);
    if (is_wanted) {
        target.found = std::move(found);
        target.bytes = bytes;
        window_bytes_ += bytes;
    }
    if (&target == window_.front().get()) serve(lock);
}

bool stream_state::matches(record const& candidate) const {
    return std::ranges::all_of(query_.equalities(), [&](record_query::equality const& wanted) {
        auto const* const member = candidate.data().if_contains(wanted.field);
        return member != nullptr && strictly_equal(*member, wanted.value);
    });
}

std::uint64_t stream_state::skipped_count() const {
    std::lock_guard const lock(mutex_);
    return skipped_count_;
}

std::vector<error_info> stream_state::skipped() const {
    std::lock_guard const lock(mutex_);
    return skipped_;
}

}  // namespace storh::doc
