#include "publish/bucket_store.hpp"

#include <cerrno>
#include <utility>

namespace storh::publish {

namespace sys = boost::system;

/// The last steps of closing, which block: on a worker, then on the ring that started it.
struct bucket_store::closing_job {
    explicit closing_job(std::shared_ptr<bucket_store> of) : store(std::move(of)) {
        op.job = [](io::operation& self) noexcept {
            bucket_store& closed = *static_cast<closing_job*>(self.owner)->store;
            if (closed.index_) closed.index_->close();
            closed.files_.close();
            return 0;
        };
        op.on_complete = [](io::operation& self) noexcept {
            std::unique_ptr<closing_job> const job(static_cast<closing_job*>(self.owner));
            job->store->closed();
        };
        op.owner = this;
    }

    std::shared_ptr<bucket_store> store;
    io::operation op;
};

void write_request::arrive(io::work_item& item) noexcept {
    write_request& self = static_cast<write_request&>(item);
    self.store_->arrived(self);
}

bucket_store::bucket_store(std::shared_ptr<io::ring_set> rings, std::string root,
                           std::string collection, store_options options)
    : rings_(std::move(rings)),
      files_(std::move(root), std::move(collection), options),
      context_(files_, rings_->open_files()),
      listings_(options.listing_cache_bytes()) {
    for (unsigned index = 0; index < rings_->size(); ++index) {
        committers_.push_back(std::make_unique<committer>(rings_->loop(index), context_));
    }
}

void bucket_store::keep_in_step(std::unique_ptr<change_index> index) {
    index_ = std::make_unique<index_commits>(std::move(index));
    context_.index = index_.get();
}

sys::error_code bucket_store::open(error_info& info) {
    sys::error_code error = files_.open(info);
    if (!error && index_) error = index_->open(info);
    if (error) {
        files_.close();
        return error;
    }
    if (!rings_->add(shared_from_this())) {
        files_.close();
        return errc::closed;
    }
    return {};
}

sys::error_code bucket_store::enter() noexcept {
    if (rings_->is_forked()) return errc::forked;
    return gate_.enter() ? sys::error_code() : errc::closed;
}

void bucket_store::leave() noexcept {
    if (gate_.leave()) finish_closing();
}

sys::error_code bucket_store::check_writable() const noexcept {
    if (context_.is_poisoned.load()) return errc::poisoned;
    if (options().access() == access_mode::read_only) {
        return sys::error_code(EROFS, sys::system_category());
    }
    return {};
}

void bucket_store::submit(write_request& request) noexcept {
    request.store_ = this;
    loop_of(request.id).post(request);
}

void bucket_store::arrived(write_request& request) noexcept {
    committers_[loop_of(request.id).index()]->push(request, shared_from_this());
}

void bucket_store::begin_close() noexcept {
    if (rings_->is_forked()) return;
    if (gate_.close()) finish_closing();
}

void bucket_store::close(std::function<void()> done) {
    {
        std::lock_guard const lock(mutex_);
        if (!is_closed_) {
            on_closed_.push_back(std::move(done));
            done = nullptr;
        }
    }
    begin_close();
    if (done) done();
}

void bucket_store::finish_closing() noexcept {
    // A file operation takes it to the ring's thread first, because only that may start a job.
    auto* const job = new closing_job(shared_from_this());
    io::asio::post(rings_->loop(0).get_executor(),
                   [job, this] { rings_->loop(0).offload(job->op); });
}

void bucket_store::closed() noexcept {
    std::vector<std::function<void()>> waiting;
    {
        std::lock_guard const lock(mutex_);
        is_closed_ = true;
        waiting.swap(on_closed_);
    }
    for (auto const& done : waiting) done();
    rings_->remove(*this);
}

std::uint64_t bucket_store::barriers() noexcept {
    std::lock_guard const lock(context_.mutex);
    return context_.barrier ? context_.barrier->count() : 0;
}

}  // namespace storh::publish
