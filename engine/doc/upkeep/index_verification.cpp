#include "doc/upkeep/index_verification.hpp"

#include "publish/record_path.hpp"

#include <utility>

namespace storh::doc {
namespace {

void add_fault(upkeep_state& state, uuid_v7 const& id, std::string const& what) {
    finding found(finding_kind::index_mismatch,
                  state.store().path() + "/" + publish::record_path(id).c_str());
    found.id = id;
    found.detail = what + "; reindex the collection";
    state.add(std::move(found));
}

}  // namespace

index_verification::index_verification(upkeep_state& state, std::vector<uuid_v7> const* ids)
    : state_(state),
      ids_(ids),
      check_(state.indexes(),
             [&state](uuid_v7 const& id, std::string const& what) { add_fault(state, id, what); }) {
    op.job = &index_verification::run;
    op.data = this;
}

int index_verification::run(io::operation& op) noexcept {
    index_verification& self = *static_cast<index_verification*>(op.data);
    boost::system::error_code const error = self.check();
    if (error)
        self.state_.fail(error, self.state_.indexes().directory(), "cannot read the indexes");
    return 0;
}

boost::system::error_code index_verification::check() {
    if (ids_ != nullptr) return check_.check_records(*ids_);
    boost::system::error_code error;
    bool is_left = true;
    while (is_left && !error && !state_.is_over()) error = check_.check_entries(is_left);
    return error;
}

}  // namespace storh::doc
