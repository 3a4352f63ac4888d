#include "publish/commit/replaced_file.hpp"

#include <storh/error.hpp>

#include "publish/export_temps.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <new>
#include <utility>

namespace storh::publish {
namespace {

namespace sys = boost::system;
namespace fs = std::filesystem;

/// As many as the kernel follows.
constexpr int links_max = 40;

sys::error_code error_of(int number) noexcept {
    return sys::error_code(number, sys::system_category());
}

sys::error_code error_of(io::operation const& done) noexcept {
    return done.result < 0 ? error_of(-done.result) : sys::error_code();
}

/// Goes from a link to what it leads to, be that there or not.
sys::error_code follow_links(fs::path& path) {
    for (int count = 0; count < links_max; ++count) {
        std::error_code is_no_link;
        fs::path const target = fs::read_symlink(path, is_no_link);
        if (is_no_link) return {};
        path = path.parent_path() / target;
    }
    return error_of(ELOOP);
}

}  // namespace

replaced_file::replaced_file(io::ring_loop& loop, std::string path)
    : steps_(loop), path_(std::move(path)) {}

io::task<sys::error_code> replaced_file::open() {
    step_.code = io::opcode::job;
    step_.job = &replaced_file::make_temp_on_worker;
    step_.data = this;
    steps_.start_job(step_);
    co_await steps_.finished();
    co_return made_;
}

int replaced_file::make_temp_on_worker(io::operation& op) noexcept {
    replaced_file& self = *static_cast<replaced_file*>(op.data);
    try {
        self.made_ = self.make_temp();
    } catch (std::bad_alloc const&) {
        self.made_ = error_of(ENOMEM);
    }
    return 0;
}

sys::error_code replaced_file::make_temp() {
    if (path_.find('\0') != std::string::npos) return error_of(EINVAL);
    struct stat status = {};
    bool const is_there = ::stat(path_.c_str(), &status) == 0;
    if (!is_there && errno != ENOENT) return error_of(errno);
    if (is_there && !S_ISREG(status.st_mode)) return errc::not_a_file;
    fs::path target = path_;
    if (auto const error = follow_links(target)) return error;
    name_ = target.filename().string();
    if (name_.empty()) return error_of(ENOENT);
    if (auto const error = open_directory(target.parent_path().string())) return error;
    remove_dead_export_temps(directory_.get(), std::time(nullptr));
    return open_temp(status.st_mode & 07777U, is_there);
}

// Opened before anything is written, because without it nothing can be made durable in the end.
sys::error_code replaced_file::open_directory(std::string const& path) {
    directory_.reset(::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return directory_ ? sys::error_code() : error_of(errno);
}

sys::error_code replaced_file::open_temp(unsigned mode, bool is_replaced) {
    std::string temp = make_export_temp_name();
    // Nobody gets to read in the meantime what the old file keeps from them.
    file_.reset(::openat(directory_.get(), temp.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                         is_replaced ? 0600U : 0666U));
    if (!file_) return error_of(errno);
    temp_ = std::move(temp);
    // Where locks are not supported, nobody else gets one to remove the file either.
    (void)::flock(file_.get(), LOCK_EX | LOCK_NB);
    // Where permissions are not supported, there is nothing to take on.
    if (is_replaced) (void)::fchmod(file_.get(), mode);
    return {};
}

io::task<sys::error_code> replaced_file::flush() {
    co_await steps_.finished();
    sys::error_code const error = error_of(step_);
    if (error) co_return error;
    offset_ += in_flight_.size();
    in_flight_.swap(buffer_);
    buffer_.clear();
    if (!in_flight_.empty()) start_write();
    co_return sys::error_code();
}

// By a worker, which writes on where the system writes short.
void replaced_file::start_write() noexcept {
    step_.code = io::opcode::write_at;
    step_.file = io::file_handle{file_.get(), false};
    step_.data = in_flight_.data();
    step_.length = static_cast<std::uint32_t>(in_flight_.size());
    step_.offset = offset_;
    steps_.start_job(step_);
}

io::task<sys::error_code> replaced_file::sync() {
    sys::error_code error = co_await flush();
    // Once more, for the write that this has begun.
    if (!error) error = co_await flush();
    if (!error) error = co_await sync_one(file_.get());
    co_return error;
}

io::task<sys::error_code> replaced_file::sync_one(int fd) {
    step_.code = io::opcode::sync_file;
    step_.file = io::file_handle{fd, false};
    steps_.start(step_);
    co_await steps_.finished();
    co_return error_of(step_);
}

io::task<sys::error_code> replaced_file::replace() {
    step_.code = io::opcode::rename_file;
    step_.directory = directory_.get();
    step_.path = temp_.c_str();
    step_.target = name_.c_str();
    step_.flags = 0;
    steps_.start(step_);
    co_await steps_.finished();
    sys::error_code const error = error_of(step_);
    if (error) co_return error;
    temp_.clear();
    sys::error_code const last = co_await sync_one(directory_.get());
    co_return last ? make_error_code(errc::outcome_unknown) : last;
}

io::task<void> replaced_file::discard() {
    co_await steps_.finished();
    if (temp_.empty()) co_return;
    step_.code = io::opcode::unlink_file;
    step_.directory = directory_.get();
    step_.path = temp_.c_str();
    step_.flags = 0;
    steps_.start(step_);
    co_await steps_.finished();
    temp_.clear();
}

}  // namespace storh::publish
