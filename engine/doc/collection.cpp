#include "doc/collection.hpp"

#include "publish/record_path.hpp"

#include <cerrno>

namespace storh::doc {

collection::collection(std::shared_ptr<publish::bucket_store> store,
                       index::collection_index& indexes)
    : store_(std::move(store)), indexes_(indexes), patches_(store_->rings().size()) {}

boost::system::error_code collection::begin_write() noexcept {
    if (auto const error = store_->enter()) return error;
    auto const error = store_->check_writable();
    if (error) store_->leave();
    return error;
}

std::unique_ptr<error_info> collection::describe(uuid_v7 const& id) const {
    auto info = std::make_unique<error_info>();
    info->set_id(id);
    info->set_path(store_->path() + "/" + publish::record_path(id).c_str());
    return info;
}

boost::system::error_code directory_error(int directory) noexcept {
    if (directory >= 0 || directory == -ENOENT) return {};
    return boost::system::error_code(-directory, boost::system::system_category());
}

std::shared_ptr<collection> make_handle(std::shared_ptr<collection> state) {
    collection* const target = state.get();
    return std::shared_ptr<collection>(
        target, [keep = std::move(state)](collection*) { keep->begin_close(); });
}

}  // namespace storh::doc
