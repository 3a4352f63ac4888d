#include <storh/doc_store.hpp>

#include "api/refuse_empty.hpp"
#include "doc/collection.hpp"
#include "doc/get_many_operation.hpp"
#include "doc/get_operation.hpp"
#include "doc/open_operation.hpp"
#include "doc/patch_operation.hpp"
#include "doc/put_many_operation.hpp"
#include "doc/stream/listing.hpp"
#include "doc/write_operation.hpp"

#include <stdexcept>

namespace storh::detail::calls {

void start_open::operator()(done_pointer<doc_store> done) && {
    done->report_to(info);
    doc::open_collection(
        std::move(rings), std::move(root), std::move(name), options,
        [done] { return done->try_start(); },
        [done](boost::system::error_code error, std::unique_ptr<error_info> details,
               std::shared_ptr<doc::collection> opened) {
            if (error) {
                done->complete_error(error, std::move(details));
            } else {
                done->complete({}, doc_store(doc::make_handle(std::move(opened))));
            }
        });
}

void start_put::operator()(done_pointer<record> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_put(std::move(state), id, std::move(document), options, std::move(done));
}

void start_put_many::operator()(done_pointer<std::vector<put_result>> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_put_many(std::move(state), std::move(rows), std::move(done));
}

void start_get::operator()(done_pointer<std::optional<record>> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_get(std::move(state), id, options, std::move(done));
}

void start_get_many::operator()(done_pointer<std::vector<std::optional<record>>> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_get_many(std::move(state), std::move(ids), options, std::move(done));
}

start_remove::start_remove(state_pointer from, uuid_v7 const& which, remove_options with)
    : state(std::move(from)), id(which), options(with) {
    if (with.is_if_absent()) throw std::invalid_argument("a removal cannot ask for absence");
}

void start_remove::operator()(done_pointer<bool> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_remove(std::move(state), id, options, std::move(done));
}

void start_patch::operator()(done_pointer<std::optional<record>> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_patch(std::move(state), id, std::move(merge_patch), options, std::move(done));
}

void start_ids::operator()(done_pointer<std::vector<uuid_v7>> done) && {
    if (refuse_empty(state, *done)) return;
    doc::start_ids(std::move(state), std::move(done));
}

void start_close::operator()(done_pointer<> done) && {
    if (!state) return done->complete({});
    doc::collection& target = *state;
    target.close([done] { done->complete({}); });
}

}  // namespace storh::detail::calls
