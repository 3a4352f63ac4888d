#include "progress_bar.hpp"

#include "output.hpp"
#include "progress_text.hpp"

#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

namespace storh::tool {
namespace {

constexpr std::chrono::milliseconds pause(100);

/// What terminals have that do not say.
constexpr std::size_t usual_columns = 80;

std::size_t columns() noexcept {
    winsize size = {};
    bool const is_told = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_told ? size.ws_col : usual_columns;
}

}  // namespace

progress_bar::state::state(asio::any_io_executor const& executor, std::string what)
    : timer(executor), verb(std::move(what)) {}

progress_bar::progress_bar(asio::any_io_executor const& executor, std::string verb, bool is_wanted)
    : state_(std::make_shared<state>(executor, std::move(verb))) {
    if (is_wanted && ::isatty(STDERR_FILENO) == 1) wait(state_);
}

progress_bar::~progress_bar() {
    clear();
    state_->is_over = true;
    state_->timer.cancel();
}

void progress_bar::wait(std::shared_ptr<state> const& shared) {
    shared->timer.expires_after(pause);
    shared->timer.async_wait([shared](boost::system::error_code) {
        if (shared->is_over) return;
        shared->draw();
        wait(shared);
    });
}

void progress_bar::state::draw() {
    progress_state shown;
    shown.records = counts->records();
    shown.done = counts->done();
    shown.total = counts->total();
    shown.seconds = seconds();
    is_drawn = true;
    // The last column stays free: some terminals begin a new line there. A terminal that is gone is
    // no reason to stop the work.
    (void)write_all(STDERR_FILENO, "\r" + progress_text(verb, shown, columns() - 1) + "\x1b[K");
}

void progress_bar::clear() {
    if (!std::exchange(state_->is_drawn, false)) return;
    (void)write_all(STDERR_FILENO, "\r\x1b[K");
}

double progress_bar::state::seconds() const {
    return std::chrono::duration<double>(clock::now() - begin).count();
}

}  // namespace storh::tool
