#include "doc/get_many_operation.hpp"

#include "doc/get_operation.hpp"
#include "publish/record_read.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

/// What the rings share. Each writes the results of its own ids only.
struct get_many_state {
    std::shared_ptr<collection> state;
    std::shared_ptr<get_many_completion> done;
    std::vector<uuid_v7> ids;
    std::vector<std::optional<record>> results;
    std::atomic<std::size_t> rings_left{0};

    void failed(std::size_t index, sys::error_code error, std::unique_ptr<error_info> info) {
        std::lock_guard const lock(mutex_);
        if (index >= first_failed_) return;
        first_failed_ = index;
        error_ = error;
        info_ = std::move(info);
    }

    void ring_done() {
        if (rings_left.fetch_sub(1) > 1) return;
        if (error_) {
            done->complete_error_with(error_, std::move(info_), std::move(results));
        } else {
            done->complete({}, std::move(results));
        }
        state->end();
    }

private:
    std::mutex mutex_;
    std::size_t first_failed_ = SIZE_MAX;
    sys::error_code error_;
    std::unique_ptr<error_info> info_;
};

/// One ring's share.
class ring_share final : public io::work_item {
public:
    ring_share(std::shared_ptr<get_many_state> shared, io::ring_loop& loop)
        : work_item(&ring_share::begin), shared_(std::move(shared)), loop_(loop) {}

    void add(std::size_t index) { indexes_.push_back(index); }
    [[nodiscard]] bool empty() const noexcept { return indexes_.empty(); }

    void submit(std::size_t window) {
        window_ = std::min(window, indexes_.size());
        loop_.post(*this);
    }

private:
    struct slot {
        explicit slot(ring_share& share) : read(&ring_share::read_done, this), owner(&share) {}
        publish::record_read read;
        ring_share* owner;
        std::size_t index = 0;
    };

    static void begin(io::work_item& item) noexcept {
        ring_share& self = static_cast<ring_share&>(item);
        self.directory_ = self.shared_->state->store().directory();
        if (auto const error = directory_error(self.directory_)) {
            self.shared_->failed(self.indexes_.front(), error, nullptr);
        }
        if (self.directory_ < 0 || !self.may_start()) return self.end();
        self.pump();
    }

    /// The first ring to come decides; the caller may have cancelled before.
    bool may_start() noexcept { return shared_->done->try_start() || !shared_->done->is_done(); }

    [[nodiscard]] bool has_next() const noexcept {
        return next_ < indexes_.size() && !shared_->done->is_done();
    }

    /// Keeps the window full; ends when nothing is left and nothing is in flight.
    void pump() noexcept {
        while (has_next() && in_flight_ < window_) start_read();
        if (in_flight_ == 0) end();
    }

    void start_read() noexcept {
        if (free_.empty())
            free_.push_back(slots_.emplace_back(std::make_unique<slot>(*this)).get());
        slot& next = *free_.back();
        free_.pop_back();
        next.index = indexes_[next_++];
        ++in_flight_;
        next.read.start(loop_, directory_, shared_->ids[next.index],
                        shared_->state->options().record_bytes_max());
    }

    static void read_done(publish::record_read& read) noexcept {
        slot& done = *static_cast<slot*>(read.owner);
        ring_share& self = *done.owner;
        self.take(done);
        self.free_.push_back(&done);
        --self.in_flight_;
        self.pump();
    }

    void take(slot& done) noexcept {
        error_info info;
        auto result = decode(done.read, &info);
        if (result) {
            shared_->results[done.index] = std::move(*result);
            return;
        }
        auto description = shared_->state->describe(done.read.id);
        description->set_detail(info.detail());
        shared_->failed(done.index, result.error(), std::move(description));
    }

    void end() noexcept {
        std::unique_ptr<ring_share> const self(this);
        shared_->ring_done();
    }

    std::shared_ptr<get_many_state> shared_;
    io::ring_loop& loop_;
    std::vector<std::size_t> indexes_;
    std::vector<std::unique_ptr<slot>> slots_;
    std::vector<slot*> free_;
    std::size_t window_ = 0;
    std::size_t next_ = 0;
    std::size_t in_flight_ = 0;
    int directory_ = -1;
};

}  // namespace

void start_get_many(std::shared_ptr<collection> state, std::vector<uuid_v7> ids,
                    get_options options, std::shared_ptr<get_many_completion> done) {
    done->report_to(options.info());
    if (auto const error = state->begin()) return done->complete_error(error);
    auto& rings = state->store().rings();
    auto shared = std::make_shared<get_many_state>();
    std::vector<std::unique_ptr<ring_share>> shares;
    for (unsigned index = 0; index < rings.size(); ++index) {
        shares.push_back(std::make_unique<ring_share>(shared, rings.loop(index)));
    }
    for (std::size_t index = 0; index < ids.size(); ++index) {
        shares[rings.loop_of_bucket(ids[index].bucket()).index()]->add(index);
    }
    std::erase_if(shares, [](auto const& share) { return share->empty(); });
    shared->results.resize(ids.size());
    shared->ids = std::move(ids);
    shared->state = std::move(state);
    shared->done = std::move(done);
    // One more, so that the last to go is this function when there is nothing to read.
    shared->rings_left = shares.size() + 1;
    std::size_t const window = std::max<std::size_t>(1, options.in_flight() / rings.size());
    for (auto& share : shares) share.release()->submit(window);
    shared->ring_done();
}

}  // namespace storh::doc
