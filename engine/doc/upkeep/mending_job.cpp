#include "doc/upkeep/mending_job.hpp"

#include "doc/upkeep/record_verdict.hpp"
#include "publish/record_read.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace storh::doc {
namespace {

namespace sys = boost::system;

std::string name_of(finding const& found) {
    return found.path.substr(found.path.rfind('/') + 1);
}

}  // namespace

mending_job::mending_job(upkeep_state& state, publish::bucket_piece const& piece,
                         std::vector<finding>& findings)
    : state_(state),
      piece_(piece),
      findings_(findings),
      moves_(state.store().directory(), piece.fd()) {
    op.job = &mending_job::run;
    op.data = this;
}

int mending_job::run(io::operation& op) noexcept {
    // Memory that runs out here ends the process, as it does on a ring.
    mending_job& self = *static_cast<mending_job*>(op.data);
    std::vector<uuid_v7> ids;
    for (finding const& found : self.findings_) {
        if (repair_plan::is_mendable(found.kind) && found.id) ids.push_back(*found.id);
    }
    if (self.has_failed(self.state_.indexes().begin_moves(ids))) return 0;
    self.mend_all();
    self.sync();
    // What has not become durable is looked at after the next opening.
    if (!self.has_failed_sync()) (void)self.has_failed(self.state_.indexes().end_moves(ids));
    return 0;
}

bool mending_job::has_failed(sys::error_code error) {
    if (error) state_.fail(error, state_.indexes().directory(), "cannot keep the indexes in step");
    return error.failed();
}

void mending_job::mend_all() {
    std::vector<finding> left;
    for (finding& found : findings_) {
        bool const may_go_on = !state_.is_over() && repair_plan::is_mendable(found.kind);
        if (!may_go_on || mend(found)) left.push_back(std::move(found));
    }
    findings_ = std::move(left);
}

/// False when nothing is the matter any more.
bool mending_job::mend(finding& found) {
    std::uint64_t bytes = 0;
    std::optional<finding> again = look_again(found, bytes);
    if (!again) {
        // Sound by now, or gone.
        if (bytes > 0) state_.add_sound(1, bytes);
        return false;
    }
    found = std::move(*again);
    return carry_out(repair_plan::first_step(found.kind), found, bytes);
}

std::optional<finding> mending_job::look_again(finding const& found, std::uint64_t& bytes) const {
    std::string const name = name_of(found);
    struct stat status = {};
    if (::fstatat(piece_.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return std::nullopt;
    }
    auto const kind = publish::kind_of_mode(status.st_mode);
    if (kind != publish::entry_kind::regular) {
        return publish::finding_of_kind(kind, found.path, *found.id);
    }
    std::string file;
    int const result = publish::read_record_now(piece_.fd(), name.c_str(),
                                                state_.store().options().record_bytes_max(), file);
    if (result == -ENOENT) return std::nullopt;
    bytes = file.size();
    bool const is_misplaced = found.id->bucket() != piece_.bucket();
    auto again = verdict_on(*found.id, is_misplaced, publish::error_of_read(result), file);
    if (again) again->path = found.path;
    return again;
}

/// False when the file has gone in the meantime.
bool mending_job::carry_out(repair_plan::step step, finding& found, std::uint64_t bytes) {
    if (step == repair_plan::step::leave) return true;
    std::string moved_to;
    int result = move(step, found, moved_to);
    if (result == -EEXIST) {
        step = repair_plan::after_taken(step);
        if (step != repair_plan::step::leave) result = move(step, found, moved_to);
    }
    if (result == -ENOENT) return false;
    if (result < 0) {
        fail(result, found.path);
    } else {
        note_moved(step, found, moved_to, bytes);
    }
    return true;
}

int mending_job::move(repair_plan::step step, finding const& found, std::string& moved_to) {
    if (step == repair_plan::step::quarantine)
        return moves_.to_quarantine(name_of(found), moved_to);
    // What is there is counted by the walk, and must not be expected.
    if (moves_.has_home(*found.id)) return -EEXIST;
    state_.expect_home(*found.id);
    int const result = moves_.to_home(*found.id, moved_to);
    if (result < 0) state_.forget_home(*found.id);
    return result;
}

void mending_job::note_moved(repair_plan::step step, finding& found, std::string const& moved_to,
                             std::uint64_t bytes) {
    found.moved_to = state_.store().path() + "/" + moved_to;
    if (step == repair_plan::step::rehome) {
        state_.add_mended(upkeep_state::mended::rehomed);
        state_.add_sound(1, bytes);
    } else {
        state_.add_mended(upkeep_state::mended::quarantined);
    }
}

void mending_job::fail(int result, std::string const& path) {
    state_.fail(sys::error_code(-result, sys::system_category()), path, "cannot move the file");
}

void mending_job::sync() {
    int const result = moves_.sync();
    if (result == 0) return;
    has_failed_sync_ = true;
    state_.fail(sys::error_code(-result, sys::system_category()), piece_.path(),
                "cannot make the moves out of the directory durable");
}

}  // namespace storh::doc
