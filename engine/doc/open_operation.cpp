#include "doc/open_operation.hpp"

#include "publish/bucket_store.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace storh::doc {
namespace {

class open_operation {
public:
    open_operation(std::shared_ptr<publish::bucket_store> store, opened_function opened)
        : store_(std::move(store)), opened_(std::move(opened)) {
        auto indexes = std::make_unique<index::collection_index>(store_->files());
        indexes_ = indexes.get();
        store_->keep_in_step(std::move(indexes));
        op_.job = &open_operation::run;
        op_.on_complete = &open_operation::done;
        op_.owner = this;
    }

    void start(io::ring_loop& loop) noexcept { loop.offload(op_); }

private:
    static int run(io::operation& op) noexcept {
        open_operation& self = *static_cast<open_operation*>(op.owner);
        self.error_ = self.store_->open(*self.info_);
        return 0;
    }

    static void done(io::operation& op) noexcept {
        std::unique_ptr<open_operation> const self(static_cast<open_operation*>(op.owner));
        std::shared_ptr<collection> opened;
        if (!self->error_) {
            opened = std::make_shared<collection>(std::move(self->store_), *self->indexes_);
        }
        self->opened_(self->error_, std::move(self->info_), std::move(opened));
    }

    std::shared_ptr<publish::bucket_store> store_;
    index::collection_index* indexes_ = nullptr;  // the store's
    opened_function opened_;
    std::unique_ptr<error_info> info_ = std::make_unique<error_info>();
    boost::system::error_code error_;
    io::operation op_;
};

}  // namespace

void open_collection(std::shared_ptr<io::ring_set> rings, std::string root, std::string name,
                     store_options options, std::function<bool()> may_start,
                     opened_function opened) {
    if (rings->is_forked()) return opened(errc::forked, nullptr, nullptr);
    if (rings->size() == 0) return opened(errc::closed, nullptr, nullptr);
    auto store =
        std::make_shared<publish::bucket_store>(rings, std::move(root), std::move(name), options);
    io::ring_loop& loop = rings->loop_of_path(store->path());
    auto* const operation = new open_operation(std::move(store), std::move(opened));
    asio::post(loop.get_executor(), [operation, &loop, may_start = std::move(may_start)] {
        may_start() ? operation->start(loop) : delete operation;
    });
}

}  // namespace storh::doc
